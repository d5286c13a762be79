internal import SignalboxScripting

/// How what is expected is compared with what there is.
///
/// Lists are compared in full, tables by the names that are expected, objects (tables with a
/// metatable) by identity, a function is asked, and `match "…"` fits texts. `exactly` compares the names of tables in full as well.
struct Comparison {
  let isExact: Bool

  func matches(_ expected: ScriptValue, _ actual: ScriptValue) throws(ScriptError) -> Bool {
    if let function = expected.function {
      return try function.call([actual]).first?.isTrue ?? false
    }
    if let pattern = TextPattern(expected) { return try pattern.matches(actual) }
    guard case .table(let expected) = expected, case .table(let actual) = actual else {
      if let expected = expected.number, let actual = actual.number { return expected == actual }
      return expected == actual
    }
    return try matches(expected, actual)
  }

  private func matches(
    _ expected: ScriptTable, _ actual: ScriptTable
  ) throws(ScriptError) -> Bool {
    if expected.isObject { return expected == actual }
    let (wanted, there) = (expected.list, actual.list)
    guard wanted.count == there.count else { return false }
    for (wanted, there) in zip(wanted, there) {
      guard try matches(wanted, there) else { return false }
    }
    let (names, others) = (named(expected), named(actual))
    for (name, value) in names {
      guard try matches(value, actual[name]) else { return false }
    }
    return !isExact || names.count == others.count
  }

  private func named(_ table: ScriptTable) -> [(String, ScriptValue)] {
    table.pairs.compactMap { pair in
      guard case .string = pair.key, let name = pair.key.text else { return nil }
      return (name, pair.value)
    }
  }
}
