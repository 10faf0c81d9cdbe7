"""What OpenSpiel is told about Istanbul."""
