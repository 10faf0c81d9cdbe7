"""OpenSpiel's test classes read command-line flags, which must have been parsed."""

from absl import flags

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["pytest"], known_only=True)
