"""The game over HTTP and WebSocket: a host of `tables/`, in packages.

`launch` starts it, `web` talks to browsers, `live` owns the tables in memory, `storage` keeps them,
`cluster` carries news between processes. What is said is in `tables/messages` and docs/server.md.
"""
