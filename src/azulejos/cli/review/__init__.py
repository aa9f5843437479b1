"""`azulejos review`: a game's review as text with curves, as JSON, Parquet, or one HTML page."""
