internal import SignalboxScripting

/// Compares expected values with actual values.
///
/// Lists are compared completely, tables by the expected keys, and objects (tables with a
/// metatable) by identity. A function is called as a predicate, and `match "…"` compares strings
/// with a pattern. If `exactly` is used, a table must not have any other keys.
struct Comparison {
  /// An innermost actual value that differs from the expected value.
  struct Mismatch {
    let path: [Part]
    let expected: ScriptValue?
    let actual: ScriptValue?
  }

  /// A step on the path from a table to one of its values.
  enum Part {
    case element(Int)
    case key(ScriptValue)
  }

  /// The first innermost values that differ, and the total number of differences.
  struct Mismatches {
    private(set) var first: [Mismatch] = []
    private(set) var count = 0
    private static let maxCount = 10

    fileprivate mutating func add(
      _ path: [Part], _ expected: ScriptValue?, _ actual: ScriptValue?
    ) {
      count += 1
      if first.count < Self.maxCount {
        first.append(Mismatch(path: path, expected: expected, actual: actual))
      }
    }
  }

  private let isExact: Bool
  private let session: ScriptSession
  /// The maximum nesting depth at which tables are compared.
  private static let maxDepth = 200

  /// - Parameters:
  ///   - session: The session whose time limit applies to the comparison.
  ///   - isExact: Whether unexpected keys count as differences.
  init(in session: ScriptSession, isExact: Bool = false) {
    self.session = session
    self.isExact = isExact
  }

  /// Returns the differences between two values. The result is empty if there are no differences.
  ///
  /// - Throws: The errors that predicates raise, the error that stopped the script, or
  ///   `badArgument` if tables are nested more than 200 levels deep.
  func mismatches(
    _ expected: ScriptValue, _ actual: ScriptValue
  ) throws(ScriptError) -> Mismatches {
    var found = Mismatches()
    try compare(expected, actual, [], &found)
    return found
  }

  private func compare(
    _ expected: ScriptValue, _ actual: ScriptValue, _ path: [Part], _ found: inout Mismatches
  ) throws(ScriptError) {
    let holds: Bool
    if let function = expected.function {
      holds = try function.call([actual]).first?.isTrue ?? false
    } else if let pattern = TextPattern(expected) {
      holds = try pattern.matches(actual)
    } else if case .table(let wanted) = expected, case .table(let there) = actual,
      !wanted.isObject
    {
      return try compare(wanted, there, path, &found)
    } else {
      holds = Self.areEqual(expected, actual)
    }
    if !holds { found.add(path, expected, actual) }
  }

  private func compare(
    _ expected: ScriptTable, _ actual: ScriptTable, _ path: [Part], _ found: inout Mismatches
  ) throws(ScriptError) {
    try session.inputs.checkStop()
    guard path.count < Self.maxDepth else {
      throw .badArgument(
        "tables that are nested more than \(Self.maxDepth) levels deep cannot be compared; compare "
          + "a part")
    }
    let (wanted, there) = (Contents(expected), Contents(actual))
    for index in 0..<max(wanted.list.count, there.list.count) {
      let path = path + [.element(index + 1)]
      if index < wanted.list.count, index < there.list.count {
        try compare(wanted.list[index], there.list[index], path, &found)
      } else if index < wanted.list.count {
        found.add(path, wanted.list[index], nil)
      } else {
        found.add(path, nil, there.list[index])
      }
    }
    for (key, value) in wanted.rest {
      let path = path + [.key(key)]
      if let actual = there[key] {
        try compare(value, actual, path, &found)
      } else if value.function != nil {
        try compare(value, .nil, path, &found)
      } else {
        found.add(path, value, nil)
      }
    }
    guard isExact else { return }
    for (key, value) in there.rest where wanted[key] == nil {
      found.add(path + [.key(key)], nil, value)
    }
  }

  /// Returns whether two values are equal. As in Lua, an integer and a float are equal if they have
  /// the same mathematical value.
  private static func areEqual(_ left: ScriptValue, _ right: ScriptValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .number(let right)): Int(exactly: right) == left
    case (.number(let left), .integer(let right)): Int(exactly: left) == right
    default: left == right
    }
  }
}

/// The contents of a table: the elements from 1 up to the first missing element, and all other
/// values by key.
private struct Contents {
  private(set) var list: [ScriptValue] = []
  private(set) var rest: [ScriptTable.Pair] = []
  private let values: [Key: ScriptValue]

  init(_ table: ScriptTable) {
    for pair in table.pairs {
      if pair.key == .integer(list.count + 1) {
        list.append(pair.value)
      } else {
        rest.append(pair)
      }
    }
    values = Dictionary(rest.map { (Key(value: $0.key), $0.value) }) { $1 }
  }

  subscript(key: ScriptValue) -> ScriptValue? { values[Key(value: key)] }
}

/// A key in a table. Keys that are not plain data have the same hash, so they are compared one by
/// one.
private struct Key: Hashable {
  let value: ScriptValue

  func hash(into hasher: inout Hasher) {
    switch value {
    case .string(let bytes): hasher.combine(bytes)
    case .integer(let number): hasher.combine(number)
    case .number(let number): hasher.combine(number)
    case .boolean(let flag): hasher.combine(flag)
    case .nil, .table, .function, .handle, .object: break
    }
  }
}
