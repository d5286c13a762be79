# Prints what the public package xunitparser finds in a report: a line for each case.
import sys

import xunitparser

words = {"success": "passed"}
with open(sys.argv[1], encoding="utf-8") as file:
    suite, result = xunitparser.parse(file)
for case in suite:
    word = words.get(case.result, case.result)
    seconds = case.time.total_seconds()
    print(f"{case.classname} | {case.methodname} | {word} | {seconds:.3f}")
print(f"{result.testsRun} tests, {len(result.failures)} failures, {len(result.errors)} errors, "
      f"{len(result.skipped)} skipped")
