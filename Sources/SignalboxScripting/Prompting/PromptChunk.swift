internal import LuaRuntime

/// An input at the prompt, compiled to a function whose locals remain available to later inputs
/// (decision 0125).
///
/// The input becomes the body of a nested function. The outer function has the variables of earlier
/// inputs, so that Lua itself handles shadowing, constants, closures and names. The code that is
/// added before the input is on the input's first line, so that line numbers do not change. A call
/// after every top-level `local` statement captures the new variables.
struct PromptChunk {
  /// The maximum number of earlier locals that an input may use, because Lua allows 200 local
  /// variables in a function.
  private static let maxNames = 180

  let input: [UInt8]
  /// The name of the input in messages.
  let name: String
  let isExpression: Bool

  /// - Throws: `syntax` if the input consists of neither an expression nor statements, optionally
  ///   followed by an expression.
  init(
    _ input: String, name: String, in environment: LuaTable, _ luaState: LuaState
  ) throws(LuaError) {
    self.name = name
    let text = Array(input.utf8)
    func load(_ text: [UInt8]) throws(LuaError) {
      _ = try luaState.load(text, chunkName: "=\(name)", environment: environment)
    }
    isExpression = (try? load(Array("return ".utf8) + text)) != nil
    var whole = (isExpression ? Array("return ".utf8) : []) + text
    if !isExpression {
      do throws(LuaError) {
        // The space prevents Lua from skipping a first line that begins with `#`, as it does for
        // files.
        try load(Array(" ".utf8) + text)
      } catch {
        guard let split = Self.split(text, where: { (try? load([0x20] + $0)) != nil }) else {
          throw error
        }
        whole = split.statements + Array("return ".utf8) + split.expression
      }
    }
    self.input = whole
  }

  /// Splits statements followed by an expression, as in `x = 5; x`. Returns `nil` for any other
  /// input.
  ///
  /// - Parameter loads: A closure that returns whether Lua can load a string.
  static func split(
    _ text: [UInt8], where loads: ([UInt8]) -> Bool
  ) -> (statements: [UInt8], expression: [UInt8])? {
    let tokens = Array(LuaTokens(text, isFile: false))
    let places = tokens.indices.dropFirst().filter { index in
      tokens[index].kind != .comment
        && (tokens[index - 1].word == ";" || tokens[index].line > tokens[index - 1].line)
    }
    for place in places.reversed().prefix(maxSplits) {
      let (head, tail) = (Array(text[..<tokens[place].start]), Array(text[tokens[place].start...]))
      guard loads(Array("return ".utf8) + tail) else { continue }
      return loads(head) ? (head, tail) : nil
    }
    return nil
  }

  /// The maximum number of positions that are tried as the beginning of the expression.
  private static let maxSplits = 20

  /// Returns the function that runs the input.
  ///
  /// - Parameter declare: A closure that is called for each variable when the variable is created.
  func function(
    _ scope: PromptScope, in environment: LuaTable, _ luaState: LuaState,
    declare: @escaping (String, PromptScope.Cell) -> Void
  ) throws(LuaError) -> LuaFunction {
    let sourceIndex = LuaIndex(input, isFile: false)
    let statements = isExpression ? [] : sourceIndex.locals
    let earlier = Set(sourceIndex.globals.map(\.name)).filter { scope[$0] != nil }.sorted()
    if statements.isEmpty && earlier.isEmpty {
      return try luaState.load([0x20] + input, chunkName: "=\(name)", environment: environment)
    }
    guard earlier.count <= Self.maxNames else {
      throw LuaError(
        .syntax,
        "\(earlier.count) locals of earlier inputs are used at once, expected at most "
          + "\(Self.maxNames); store them in a table")
    }
    let hook = Self.freeName(sourceIndex.identifiers)
    let text = wrapped(statements, earlier, hook, scope)
    let outer = try luaState.load(text, chunkName: "=\(name)", environment: environment)
    let taker = luaState.makeFunction("local") { [unowned luaState] frame throws(LuaError) in
      let statement = statements[try frame.integer(1)]
      try Self.take(statement, held: try frame.function(2), luaState, declare)
      return 0
    }
    let inner = try Self.made(by: outer, .function(taker), luaState)
    for (index, name) in try inner.upvalueNames.enumerated() {
      guard let cell = scope[name], earlier.contains(name) else { continue }
      try inner.join(index + 1, with: cell.holder, cell.index)
    }
    return inner
  }

  private static let hookName = "_local"

  /// Returns whether a variable with the given name is the function that captures an input's
  /// variables.
  static func isHook(_ name: String) -> Bool {
    name.hasPrefix(hookName) && Int(name.dropFirst(hookName.count)) != nil
  }

  private static func freeName(_ taken: Set<String>) -> String {
    var number = 0
    while taken.contains("\(hookName)\(number)") { number += 1 }
    return "\(hookName)\(number)"
  }

  private func wrapped(
    _ statements: [LocalStatement], _ earlier: [String], _ hook: String, _ scope: PromptScope
  ) -> [UInt8] {
    let names = earlier.map { scope[$0]?.attribute == nil ? $0 : "\($0) <const>" }
    var text = Array(
      "local \(([hook] + names).joined(separator: ", ")) = ... return function(...) ".utf8)
    var place = 0
    for (number, statement) in statements.enumerated() {
      let names = statement.variables.map(\.name).joined(separator: ", ")
      text += input[place..<statement.end]
      text += Array(" \(hook)(\(number), function() return \(names) end);".utf8)
      place = statement.end
    }
    return text + input[place...] + Array("\nend".utf8)
  }

  /// Captures the variables that a statement declares. The variables are upvalues of a function
  /// that uses them.
  private static func take(
    _ statement: LocalStatement, held holder: LuaFunction, _ luaState: LuaState,
    _ declare: (String, PromptScope.Cell) -> Void
  ) throws(LuaError) {
    let names = try holder.upvalueNames
    var values: [LuaValue]?
    for (position, variable) in statement.variables.enumerated() {
      if let index = names.firstIndex(of: variable.name) {
        declare(
          variable.name,
          PromptScope.Cell(holder: holder, index: index + 1, attribute: variable.attribute))
        continue
      }
      // Lua inlines the values of constants, so a constant has no variable to capture.
      if values == nil {
        values = try luaState.call(holder, results: statement.variables.count) { frame in
          statement.variables.indices.map { frame.value($0 + 1) }
        }
      }
      let value = values?[position] ?? .nil
      declare(variable.name, try constant(value, variable.attribute, luaState))
    }
  }

  private static func constant(
    _ value: LuaValue, _ attribute: LocalStatement.Attribute?, _ luaState: LuaState
  ) throws(LuaError) -> PromptScope.Cell {
    let maker = try luaState.load(
      "local value = ... return function() return value end", chunkName: "=local",
      environment: luaState.makeTable())
    let holder = try made(by: maker, value, luaState)
    return PromptScope.Cell(holder: holder, index: 1, attribute: attribute)
  }

  /// Returns the function that the given function creates.
  private static func made(
    by maker: LuaFunction, _ argument: LuaValue, _ luaState: LuaState
  ) throws(LuaError) -> LuaFunction {
    try luaState.call(maker, { $0.push(argument) }, results: 1) { frame throws(LuaError) in
      try frame.function(1)
    }
  }
}
