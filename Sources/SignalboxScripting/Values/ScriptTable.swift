internal import LuaRuntime

/// A table from a script, or a table that a host creates for a script.
///
/// Access is raw, so that no metamethods are called. A table from a closed session is empty.
public struct ScriptTable {
  /// A key and its value.
  public typealias Pair = (key: ScriptValue, value: ScriptValue)

  private enum Contents {
    case made([Pair])
    case held(LuaTable, SessionLink)
  }

  private let contents: Contents

  /// Creates a table for a script. Pairs whose value is `nil` are omitted.
  ///
  /// - Parameter pairs: Keys and their values. If a key occurs more than once, scripts receive the
  ///   last value.
  public init(_ pairs: [Pair]) { contents = .made(pairs) }

  /// Creates a list for a script.
  ///
  /// - Parameter list: The elements. The first element has the index 1.
  public init(list: [ScriptValue]) {
    self.init(list.enumerated().map { (.integer($0.offset + 1), $0.element) })
  }

  /// Creates a table of named values for a script.
  ///
  /// - Parameter fields: Names and their values. If a name occurs more than once, scripts receive
  ///   the last value.
  public init(fields: [(String, ScriptValue)]) {
    self.init(fields.map { (.string($0.0), $0.1) })
  }

  init(_ table: LuaTable, _ session: ScriptSession) {
    contents = .held(table, session.link)
  }

  /// The Lua table, or `nil` if a host created the table.
  var held: LuaTable? {
    if case .held(let table, _) = contents { table } else { nil }
  }

  /// Whether scripts pass the table by reference, because it has a metatable.
  package var isObject: Bool {
    guard case .held(let table, let link) = contents, let session = link.session, !session.isClosed
    else { return false }
    return session.luaState.withFrame { frame in
      frame.push(.table(table))
      return frame.hasMetatable(-1)
    }
  }

  /// All pairs in this order: integer keys in ascending order, names sorted by their bytes, and all
  /// other keys. Cost: O(n log n) if all keys are integers or names.
  public var pairs: [Pair] {
    let all: [Pair]
    switch contents {
    case .made(let pairs): all = pairs
    case .held(let table, let link):
      guard let session = link.session, !session.isClosed else { return [] }
      var found: [Pair] = []
      _ = try? table.forEachPair { frame in
        found.append((session.value(-2, frame), session.value(-1, frame)))
      }
      all = found
    }
    // Lists and tables with a single name are already sorted.
    let isOrdered = zip(all, all.dropFirst()).allSatisfy { Self.precedes($0.key, $1.key) }
    let sorted = isOrdered ? all : all.sorted { Self.precedes($0.key, $1.key) }
    return held == nil ? Self.effective(sorted) : sorted
  }

  /// Returns the sorted pairs that a script receives: the last pair of each key, if its value is
  /// not `nil`. Cost: O(n) for integers and names.
  private static func effective(_ sorted: [Pair]) -> [Pair] {
    var kept: [Pair] = []
    for pair in sorted {
      if rank(pair.key) == 2 {
        kept.removeAll { $0.key == pair.key }
      } else if kept.last?.key == pair.key {
        kept.removeLast()
      }
      kept.append(pair)
    }
    return kept.contains { $0.value.isNil } ? kept.filter { !$0.value.isNil } : kept
  }

  /// The elements at the indices 1, 2 and so on, up to the first missing index.
  public var list: [ScriptValue] {
    var list: [ScriptValue] = []
    for pair in pairs {
      guard pair.key == .integer(list.count + 1) else { break }
      list.append(pair.value)
    }
    return list
  }

  /// The value for a name, or `nil` if there is none.
  ///
  /// - Parameter name: The name to look up.
  public subscript(name: String) -> ScriptValue {
    switch contents {
    case .made(let pairs): return pairs.last { $0.key == .string(name) }?.value ?? .nil
    case .held(let table, let link):
      guard let session = link.session, !session.isClosed, let value = try? table.get(name) else {
        return .nil
      }
      return session.value(of: value)
    }
  }

  private static func precedes(_ left: ScriptValue, _ right: ScriptValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.string(let left), .string(let right)): left.lexicographicallyPrecedes(right)
    default: rank(left) < rank(right)
    }
  }

  private static func rank(_ key: ScriptValue) -> Int {
    switch key {
    case .integer: 0
    case .string: 1
    case .nil, .boolean, .number, .table, .function, .handle, .object: 2
    }
  }
}

extension ScriptTable: Equatable {
  /// Returns whether both values are the same script table, or tables of hosts with equal pairs.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.contents, right.contents) {
    case (.held(let left, _), .held(let right, _)): left == right
    case (.made, .made): left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    case (.held, .made), (.made, .held): false
    }
  }
}

/// A weak reference to a session, which all values from the session share.
final class SessionLink {
  private(set) weak var session: ScriptSession?

  init(_ session: ScriptSession) { self.session = session }
}
