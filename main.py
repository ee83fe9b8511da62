"""Start Tabletop from a checkout.

Kept to words that any Python can read, so that an old one gets a sentence and not a syntax error. Nothing is imported
at the top: the process in which computer players think imports this file again.
"""


def start():
    import sys

    if sys.version_info < (3, 10):
        sys.stderr.write("Tabletop needs Python 3.10 or newer; this is %d.%d.\n" % sys.version_info[:2])
        return 1
    lacking = missing()
    if lacking:
        sys.stderr.write("Tabletop lacks " + ", ".join(lacking) + "; set it up and play: " + command() + "\n")
        return 1
    try:
        from tabletop.app import main

        return main()
    except KeyboardInterrupt:
        return 130


def missing():
    """List the dependencies that cannot be imported."""
    from importlib.util import find_spec

    needed = ("pygame", "pymunk", "yaml", "pydantic", "platformdirs", "fontpkg_atkinson_hyperlegible")
    return [name for name in needed if find_spec(name) is None]


def command():
    """Give the README's line that sets up and plays, in this system's form, for whatever folder one is in."""
    import os

    folder = os.path.dirname(os.path.abspath(__file__))
    if os.name == "nt":
        go = "" if folder == os.getcwd() else 'cd "' + folder + '"; '
        return go + (
            "py -m venv .venv; if ($?) { .venv\\Scripts\\python -m pip install -e .; "
            "if ($?) { .venv\\Scripts\\python main.py } }"
        )
    go = "" if folder == os.getcwd() else "cd '" + folder + "' && "
    return go + "python3 -m venv .venv && .venv/bin/python -m pip install -e . && .venv/bin/python main.py"


if __name__ == "__main__":
    import multiprocessing
    import sys

    multiprocessing.freeze_support()
    sys.exit(start())
