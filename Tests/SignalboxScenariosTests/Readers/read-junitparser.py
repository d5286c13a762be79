# Prints what the public package junitparser finds in a report: a line for each case.
import sys

from junitparser import JUnitXml

report = JUnitXml.fromfile(sys.argv[1])
for suite in report:
    for case in suite:
        words = [type(result).__name__.lower() for result in case.result] or ["passed"]
        print(f"{case.classname} | {case.name} | {words[0]} | {case.time:.3f}")
print(f"{report.tests} tests, {report.failures} failures, {report.errors} errors, "
      f"{report.skipped} skipped")
