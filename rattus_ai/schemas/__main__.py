"""Writes the schemas into this folder, or into another one: `python -m rattus_ai.schemas [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from rattus_ai import schemas
from rattus_ai.schemas.writing import write_atomically


def main(arguments: list[str]) -> int:
    """Writes the files and prints their names."""
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(__doc__)
        return 2
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    for name, schema in schemas.generated().items():
        write_atomically(folder / name, schemas.text(schema))
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
