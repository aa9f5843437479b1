"""From the command to a running server: options, folder, port, one server a folder, browser.

Every trouble in the way is met before the start, with a sentence. Refuses to know what is served.
"""
