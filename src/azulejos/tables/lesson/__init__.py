"""The guided first game and the pictures of the rules page, built by the law as messages."""
