"""Everything that knows the game of Rattus: box data, rules from options, documents, names, drawing."""
