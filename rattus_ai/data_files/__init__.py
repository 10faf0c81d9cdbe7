"""Facts about a game in TOML files that users can replace: read with line numbers and checked."""
