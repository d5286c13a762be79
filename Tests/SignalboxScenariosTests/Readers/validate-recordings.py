# Validates each line of recordings by the JSON Schemas of a folder: validate-recordings.py SCHEMAS FILE...
import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

schemas = [json.loads(path.read_text()) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json"))]
for schema in schemas:
    Draft202012Validator.check_schema(schema)
registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
recording = next(s for s in schemas if s["$id"] == "signalbox:recording")
validator = Draft202012Validator(recording, registry=registry)
count = 0
for path in sys.argv[2:]:
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        count += 1
        if not validator.is_valid(json.loads(line)):
            print(f"{path}:{number}: not valid")
print(f"{count} lines")
