"""JSON documents of this program, checked against their schemas, which come with it as files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from analyzer.printable import shown_safely

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

# A JSON document as it is read, and as it is made. What its values are is said by its schema, which is checked where a
# document comes from a file; to the type checker they are anything. Other data has types of its own.
Json = Mapping[str, Any]
JsonDict = dict[str, Any]

ENDING = ".json"
MAX_SHOWN = 200


def schema_of(name: str) -> JsonDict:
    """A schema by the name of its file, such as proof-1."""
    text = files("analyzer").joinpath(f"schemas/{name}{ENDING}").read_text(encoding="utf-8")
    schema: JsonDict = json.loads(text)
    return schema


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    # Schemas name parts of others.
    schemas = [schema_of(path.name.removesuffix(ENDING)) for path in files("analyzer").joinpath("schemas").iterdir()]
    registry: Registry[Any] = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in schemas]
    )
    return Draft202012Validator(schema_of(name), registry=registry)


def fault_of_document(name: str, document: Any) -> str | None:
    """The first fault of a document under a schema, with its place; None if it has none.

    >>> fault_of_document("proof-1", {"schema": "exactodds/proof/1"})
    "$: 'checks' is a required property"
    """
    for error in _validator(name).iter_errors(document):
        message = error.message if len(error.message) <= MAX_SHOWN else error.message[:MAX_SHOWN] + "..."
        return shown_safely(f"{error.json_path[:MAX_SHOWN]}: {message}")
    return None
