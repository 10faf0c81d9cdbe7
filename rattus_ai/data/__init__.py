"""The facts of the boxes, as TOML files; code that reads them is elsewhere."""
