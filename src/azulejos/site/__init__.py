"""Makes the folder that any static host serves: the whole game without a server.

Knows where the runtime comes from, how core and search are compiled for it, and which files the
page consists of. Refuses to know the game: what runs in the browser is `azulejos.browser`, and the
page is the one that the server sends.
"""
