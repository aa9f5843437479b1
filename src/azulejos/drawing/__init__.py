"""Positions as pictures: text for terminals, SVG in the page's art, pixels. Knows no game."""
