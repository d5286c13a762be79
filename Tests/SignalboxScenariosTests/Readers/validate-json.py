# Validates a JSON value, or each line of a .jsonl file, by a schema: validate-json.py SCHEMAS ID FILE
import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

folder, name, path = sys.argv[1:]
schemas = [json.loads(file.read_text()) for file in sorted(pathlib.Path(folder).glob("*.json"))]
registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
schema = next(s for s in schemas if s["$id"] == name)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema, registry=registry)
text = pathlib.Path(path).read_text()
values = [json.loads(part) for part in (text.splitlines() if path.endswith(".jsonl") else [text])]
for number, value in enumerate(values, 1):
    for error in validator.iter_errors(value):
        print(f"{number}: {error.json_path}: {error.message[:300]}")
print(f"{len(values)} valid" if all(validator.is_valid(v) for v in values) else "not valid")
