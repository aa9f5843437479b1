"""A game in the terminal, line by line: with colour or without, drawn or told in sentences."""
