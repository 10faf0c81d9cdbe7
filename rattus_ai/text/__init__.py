"""Text that people write: folding of case and accents, close matches for misspelt names."""
