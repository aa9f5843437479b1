"""What a strong judge says to people: hints in a running game, reviews of a finished one.

Questions and answers as values; whoever can think answers them.
"""
