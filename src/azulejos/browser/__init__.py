"""A host of tables in a browser's worker: what the server is to many, for one device.

Whoever is at this device acts for all persons. Knows `tables/`, and of the server only what it
calls its errors; refuses to know the browser. What keeps games, thinks, tells and holds locks is
handed in: JavaScript in the page's `js/site/`, plain Python in tests. `worker.py` is the door.
"""
