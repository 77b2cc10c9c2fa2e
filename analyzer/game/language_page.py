"""The tables of docs/language.md, made from the schema: every key with its form, its default and its meaning.

    python -m analyzer.game.language_page docs/language.md

writes them anew between their marks and leaves the rest of the page as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import FileError
from analyzer.files import write_text
from analyzer.game.schema import ID, game_schema
from analyzer.game.schema_forms import RANKS, Schema

COMMAND = "python -m analyzer.game.language_page"
# What a table of any names is called by in a key.
NAMES = {
    "options": "N",
    "deal": "GROUP",
    "hands": "HAND",
    "choose": "NAME",
    "wagers": "W",
    "settle": "BET",
    "lines": "LINE",
    "house_ways": "N",
}
# Definitions that a reader of the page knows by a word.
WORDS = {
    "amount": "amount",
    "pay": "amount",
    "flag": "`true` or `false`",
    "texts": "text or list",
    "cards": "hand or groups",
    "test": "test",
    "line": "test",
    "row": "row",
}
# Definitions that say what any value may be instead.
UNSAID = ("option", "digits")


@dataclass(frozen=True)
class Key:
    """A key of the language: where it stands, how it is written, what it is if it is left out, what it means."""

    path: str
    form: str
    default: str
    meaning: str


def keys_of(schema: Schema) -> list[Key]:
    """Every key of a game file but those of tests, in the order of the schema."""
    return list(_keys(schema, schema["$defs"], ""))


def questions_of(schema: Schema) -> list[Key]:
    """The keys of a test."""
    (table,) = (one for one in schema["$defs"]["test"]["anyOf"] if "properties" in one)
    return [_key(name, name, one, False) for name, one in table["properties"].items()]


def _keys(table: Schema, definitions: Schema, prefix: str) -> Iterator[Key]:
    for name, schema in table["properties"].items():
        path = prefix + name
        yield _key(name, path, schema, name in table.get("required", ()))
        below = f"{path}.{NAMES[name]}." if name in NAMES else f"{path}."
        for inner in _tables_in(schema, definitions):
            yield from _keys(inner, definitions, below)


def _tables_in(schema: Schema, definitions: Schema) -> Iterator[Schema]:
    """The tables that a value may be or hold; of rows and lines what they have beside the keys of a test."""
    if "$ref" in schema:
        name = _referred(schema)
        if name in ("row", "line"):
            yield from _beside_questions(definitions[name], definitions)
        return
    if "properties" in schema:
        yield schema
        return
    for inner in (*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from _tables_in(inner, definitions)


def _beside_questions(schema: Schema, definitions: Schema) -> Iterator[Schema]:
    questions = {name for one in definitions["test"]["anyOf"] for name in one.get("properties", ())}
    for table in _tables_in(schema, definitions):
        own = {name: one for name, one in table["properties"].items() if name not in questions}
        yield table | {"properties": own}


def _key(name: str, path: str, schema: Schema, required: bool) -> Key:
    default = "required" if required else _written(schema["default"]) if "default" in schema else ""
    return Key(path, _form(schema, name), default, schema["description"])


def _form(schema: Schema, name: str = "") -> str:
    """How a value is written, in a few words."""
    if "$ref" in schema:
        return WORDS[_referred(schema)]
    if "enum" in schema or "const" in schema:
        return ", ".join(_written(word) for word in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return _any_form(schema["anyOf"], name)
    if schema["type"] == "object":
        return "by name" if name in NAMES else "table"
    forms = {"array": _list_form, "integer": _number_form, "string": _text_form}
    return forms[schema["type"]](schema)


def _any_form(schemas: Sequence[Schema], name: str) -> str:
    """What any of them may be; a list of what may stand alone is just a list."""
    forms: list[str] = []
    for schema in schemas:
        if _referred(schema) not in UNSAID:
            alone = schema.get("type") == "array" and _form(schema["items"]) == " or ".join(forms)
            forms.append("list" if alone else _form(schema, name))
    return " or ".join(dict.fromkeys(forms))


def _list_form(schema: Schema) -> str:
    if schema["items"].get("type") == "array":
        return "list of lists"
    form = _form(schema["items"])
    return f"two, each {form}" if schema.get("maxItems") == 2 else f"list of {_many(form)}"


def _number_form(schema: Schema) -> str:
    return f"{schema['minimum']} to {schema['maximum']}" if "maximum" in schema else "number"


def _text_form(schema: Schema) -> str:
    if schema.get("examples") == RANKS["examples"]:
        return "ranks"
    if "examples" in schema:
        return " or ".join(_written(one) for one in schema["examples"])
    return "id" if schema.get("pattern") == ID else "text"


def _many(form: str) -> str:
    return f"{form}s" if form in ("text", "amount", "number", "row", "test", "table") else form


def _referred(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _written(value: Any) -> str:
    """A value as it is written in TOML, in the type of a key."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list):
        return "`[" + ", ".join(f'"{one}"' for one in value) + "]`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


# --- the page --------------------------------------------------------------------------------------------------------


def tables() -> dict[str, str]:
    """The tables by the name of their mark."""
    schema = game_schema()
    keys = [(f"`{key.path}`", key.form, key.default, key.meaning) for key in keys_of(schema)]
    questions = [(f"`{key.path}`", key.form, key.meaning) for key in questions_of(schema)]
    return {
        "keys": _markdown(("key", "written", "default", "meaning"), keys),
        "tests": _markdown(("key", "written", "passes if"), questions),
    }


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def page_with(page: str, made: Mapping[str, str]) -> str:
    """The page with each table written anew between its marks."""
    for name, table in made.items():
        begin, end = f"<!-- {name}: {COMMAND} -->\n", f"<!-- end of {name} -->"
        before, first, rest = page.partition(begin)
        _, second, after = rest.partition(end)
        if not first or not second:
            raise ValueError(f"there is no place for the table of {name}: {begin.strip()} and {end}")
        page = f"{before}{begin}{table}{end}{after}"
    return page


def main(arguments: Sequence[str]) -> int:
    """Write the tables into the page that is named."""
    if len(arguments) != 1:
        print(f"{COMMAND} docs/language.md", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    try:
        write_text(path, page_with(path.read_text(encoding="utf-8"), tables()))
    except (FileError, OSError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
