"""The command line `rattus-ai`: one module for each command."""
