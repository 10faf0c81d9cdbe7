"""What the OpenSpiel adaptor is told about Rattus: observation features, and what of a history is private."""
