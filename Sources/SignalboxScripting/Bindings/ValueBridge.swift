internal import LuaRuntime
internal import Signalbox

/// Converts values between Lua and the engine: plain data is copied, and a table with a metatable
/// is passed by reference.
enum ValueBridge {
  /// The maximum nesting depth of tables. Deeper tables are most likely cycles.
  private static let depthLimit = 32

  /// The numbers of values and bytes that may still be read, and the remaining memory. A table that
  /// is referenced several times is counted each time.
  private struct Budget {
    /// The amount of memory to request when the remaining memory appears to be used up, in bytes.
    private static let step = 1 << 16

    let luaState: LuaState
    var values = 100_000
    var bytes = 16 << 20
    /// The remaining memory, in bytes.
    var room: Int

    init(_ luaState: LuaState) {
      self.luaState = luaState
      room = luaState.room
    }

    /// Charges values and bytes to the budget, and throws an error if the budget is exceeded.
    mutating func charge(
      values count: Int = 0, bytes size: Int = 0, _ path: @autoclosure () -> String
    ) throws(LuaError) {
      values -= count
      bytes -= size
      room -= count * MemoryLayout<NavigationArguments.Field>.stride + size
      if room < 0 {
        try luaState.take(Self.step)
        room = luaState.room
      }
      guard values < 0 || bytes < 0 else { return }
      let limit = values < 0 ? "100,000 values" : "16 MiB of text"
      throw LuaError.badArgument(
        "\(shortened(path(), to: 200)): expected at most \(limit); a table counts once for each "
          + "place where it occurs; to pass a table by reference, set a metatable or create the "
          + "table with object")
    }
  }

  /// Reads plain data and objects. Returns `nil` for Lua's nil.
  ///
  /// - Parameter path: The name of the value in errors.
  /// - Throws: `badArgument` if the value is not plain data, is nested too deeply, or contains more
  ///   than 100,000 values or more than 16 MiB of strings.
  static func value(
    at index: Int, in frame: LuaFrame, path: @autoclosure () -> String
  ) throws(LuaError) -> NavigationValue? {
    var budget = Budget(frame.luaState)
    return try value(at: index, in: frame, path: path(), depth: 0, &budget)
  }

  private static func value(
    at index: Int, in frame: LuaFrame, path: @autoclosure () -> String, depth: Int,
    _ budget: inout Budget
  ) throws(LuaError) -> NavigationValue? {
    try budget.charge(values: 1, path())
    switch frame.kind(index) {
    case .none, .nil: return nil
    case .boolean: return .boolean(frame.boolean(index))
    case .integer: return .integer(try frame.integer(index))
    case .float: return .number(try frame.number(index))
    case .string:
      let text = try text(at: index, in: frame, path: path())
      try budget.charge(bytes: text.utf8.count, path())
      return .string(text)
    case .table where frame.hasMetatable(index): return .object(try object(at: index, in: frame))
    case .table: return try table(at: index, in: frame, path: path(), depth: depth, &budget)
    case .function, .userdata, .thread:
      // The script's author may have intended a nested table as an object.
      let advice =
        depth < 2
        ? ""
        : "; to pass the table by reference, give it a metatable or create it with a "
          + "function from object(name, make)"
      throw LuaError.badArgument(
        "\(path()) is a \(frame.kind(index)), expected plain data "
          + "(boolean, number, string or a table of them)\(advice)")
    }
  }

  private static func text(
    at index: Int, in frame: LuaFrame, path: @autoclosure () -> String
  ) throws(LuaError) -> String {
    if let text = try frame.validText(index) { return text }
    throw LuaError.badArgument(
      "\(path()) is a string that is not valid UTF-8, expected text; pass other bytes as a list of "
        + "numbers, or in an object")
  }

  /// Reads a table of named values.
  static func arguments(
    at index: Int, in frame: LuaFrame, path: @autoclosure () -> String
  ) throws(LuaError) -> NavigationArguments {
    switch try value(at: index, in: frame, path: path()) {
    case nil: return NavigationArguments()
    case .table(let arguments): return arguments
    case .object(let object)?:
      throw LuaError.badArgument(
        "\(path()) is the object \(object), expected a plain table of named values; pass "
          + "the object as one of the values")
    case let other?:
      throw LuaError.badArgument(
        "\(path()) is \(shortened("\(other)", to: 200)), expected a table of named values"
      )
    }
  }

  private static func table(
    at index: Int, in frame: LuaFrame, path: @autoclosure () -> String, depth: Int,
    _ budget: inout Budget
  ) throws(LuaError) -> NavigationValue {
    try frame.luaState.checkStop()
    guard depth < depthLimit else {
      throw LuaError.badArgument(
        "\(path()) is nested more than \(depthLimit) tables deep; does it contain itself?")
    }
    let length = frame.rawLength(index)
    var elements: [Int: NavigationValue] = [:]
    var fields: [NavigationArguments.Field] = []
    try frame.forEachPair(index) { pair throws(LuaError) in
      switch pair.kind(-2) {
      case .string:
        let name = try text(at: -2, in: pair, path: "a name in \(path())")
        try budget.charge(bytes: name.utf8.count, path())
        let found = try value(
          at: -1, in: pair, path: "\(path()).\(shortened(name, to: 64))", depth: depth + 1, &budget)
        if let found { fields.append(NavigationArguments.Field(name: name, value: found)) }
      case .integer where (1...max(1, length)).contains(try pair.integer(-2)):
        let place = try pair.integer(-2)
        elements[place] = try value(
          at: -1, in: pair, path: "\(path())[\(place)]", depth: depth + 1, &budget)
      default:
        throw LuaError.badArgument(
          "\(path()) has a key that is neither a name nor a list index")
      }
    }
    if elements.isEmpty {
      let arguments = NavigationArguments(unordered: fields)
      guard arguments.count == fields.count else {
        throw LuaError.badArgument(
          "\(path()) has two names that are the same text, because their characters differ only in "
            + "their composition")
      }
      return .table(arguments)
    }
    guard fields.isEmpty, elements.count == length else {
      throw LuaError.badArgument(
        "\(path()) has list elements and also names or gaps; use either a list or names")
    }
    return .list((1...length).compactMap { elements[$0] })
  }

  /// The minimum size of a value in a Lua table, in bytes.
  private static let bytesPerPushedValue = 16

  /// Pushes a copy of plain data, or an object by reference. Throws `memory` if the memory limit is
  /// exceeded.
  static func push(_ value: NavigationValue?, onto frame: LuaFrame) throws(LuaError) {
    switch value {
    case nil: frame.push()
    case .boolean(let value): frame.push(value)
    case .integer(let value): frame.push(value)
    case .number(let value): frame.push(value)
    case .string(let value):
      try frame.take(value.utf8.count)
      frame.push(value)
    case .table(let fields): try push(fields, onto: frame)
    case .object(let object): try push(object, onto: frame)
    case .list(let values):
      try frame.makeRoom(for: 3)
      try frame.take(values.count * bytesPerPushedValue)
      frame.pushTable(array: values.count)
      for (index, value) in values.enumerated() {
        try push(value, onto: frame)
        frame.append(at: index + 1)
      }
    }
  }

  /// Pushes a table of named values.
  ///
  /// - Parameter room: The number of fields that the caller will add. Capacity is reserved for
  ///   them.
  static func push(
    _ arguments: NavigationArguments, onto frame: LuaFrame, room: Int = 0
  ) throws(LuaError) {
    try frame.makeRoom(for: 3)
    try frame.take(arguments.count * bytesPerPushedValue)
    frame.pushTable(fields: arguments.count + room)
    for field in arguments.fields {
      try push(field.value, onto: frame)
      frame.setField(named: field.name)
    }
  }

  static func push(_ names: [String], onto frame: LuaFrame) {
    frame.push(list: names) { frame.push($0) }
  }
}
