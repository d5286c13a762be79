internal import LuaRuntime
package import Signalbox

/// A Lua file that returns a table of plain data, such as a configuration file.
///
/// The file runs in a separate Lua state without functions, and with limits on time and memory.
package struct DataFile: Sendable {
  private let source: [UInt8]
  private let path: String
  private let data: NavigationValue?

  /// Runs a file and stores the data that it returns.
  ///
  /// - Parameters:
  ///   - path: The path of the file in errors.
  ///   - leavesOutFunctions: Whether to ignore functions at the top level of the table instead of
  ///     rejecting them.
  /// - Throws: `configuration`, with a location, if the file cannot be parsed, fails, exceeds a
  ///   limit, or returns a value that is not plain data.
  package init(
    _ source: [UInt8], path: String, leavesOutFunctions: Bool = false
  ) throws(ScriptError) {
    self.source = source
    self.path = path
    do throws(LuaError) {
      let luaState = try LuaState(LuaConfiguration(memoryLimit: 32 << 20))
      defer { luaState.close() }
      let function = try luaState.load(
        source, chunkName: "@\(path)", environment: luaState.makeTable())
      data = try luaState.withDeadline(.seconds(2)) { () throws(LuaError) in
        let read = try luaState.load(
          leavesOutFunctions ? Self.leavingOutFunctions : "return (...)()", chunkName: "=data",
          environment: luaState.makeEnvironment())
        return try luaState.call(read, { $0.push(function) }, results: 1) {
          frame throws(LuaError) in
          try ValueBridge.value(at: 1, in: frame, path: "value")
        }
      }
    } catch {
      var failure = ScriptError(error)
      failure.code = "configuration"
      failure.traceback = []
      failure.location = failure.location ?? ScriptLocation(file: path, line: 1)
      if failure.kind == .timeout { failure.message = "timed out: the file ran longer than 2 s" }
      if failure.kind == .runtime {
        failure.hint = "a data file can only return a table; it cannot call functions"
      }
      failure.kind = .syntax
      throw failure
    }
  }

  private static let leavingOutFunctions = """
    local table = (...)()
    if type(table) == "table" then
      for key, value in next, table do
        if type(value) == "function" then table[key] = nil end
      end
    end
    return table
    """

  /// The value that the file returned.
  var value: ScriptValue { data.map { ScriptValue($0) } ?? .nil }

  /// Reads the table. If the file returns no value, nothing is read.
  ///
  /// - Parameter name: The name of the table in errors.
  package func read<Target>(
    _ schema: ValueSchema<Target>, named name: String, like example: String,
    into target: inout Target
  ) throws(ScriptError) {
    guard let data else { return }
    do throws(TableMistake) {
      try schema.read(ScriptValue(data), TableLocation(name), like: example, into: &target)
    } catch {
      throw self.error(at: error.keys, error.message, hint: error.hint)
    }
  }

  /// Returns an error that contains the line of a key.
  ///
  /// - Parameter keys: The keys that lead to the value, outermost first.
  package func error(at keys: [String], _ message: String, hint: String? = nil) -> ScriptError {
    ScriptError(
      .syntax, code: "configuration", message, hint: hint,
      location: ScriptLocation(file: path, line: line(of: keys)))
  }

  /// Returns the line of a key, or of the innermost enclosing key that can be found.
  private func line(of keys: [String]) -> Int {
    let tokens = Array(LuaTokens(source))
    var place = tokens.lastIndex { $0.word == "return" } ?? 0
    for key in keys {
      var depth = 0
      let found = tokens.indices.dropFirst(place).first { index in
        let token = tokens[index]
        if ["{", "("].contains(token.word) { depth += 1 }
        if ["}", ")"].contains(token.word) { depth -= 1 }
        let mark = index + (token.kind == .name ? 1 : 2)
        return depth == 1 && mark < tokens.count && tokens[mark].word == "="
          && isName(token, of: key)
      }
      guard let found else { break }
      place = found
    }
    return place < tokens.count ? tokens[place].line : 1
  }

  /// Returns whether a name or string token is the given key or its first part, such as `plugins`
  /// in `plugins[2]` or `plugins.steps`.
  private func isName(_ token: LuaToken, of key: String) -> Bool {
    var name = String(decoding: source[token.start..<token.end], as: UTF8.self)
    if token.kind == .string { name = String(name.dropFirst().dropLast()) }
    return name == key || key.hasPrefix("\(name)[") || key.hasPrefix("\(name).")
  }
}

extension NavigationValue {
  /// Creates a value from a script's plain data. Returns `nil` for other values.
  package init?(_ value: ScriptValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string: self = .string(value.text ?? "")
    case .table(let table):
      let list = table.list
      self =
        list.isEmpty
        ? .table(
          NavigationArguments(
            table.pairs.compactMap { pair in
              pair.key.text.flatMap { name in NavigationValue(pair.value).map { (name, $0) } }
            })) : .list(list.compactMap { NavigationValue($0) })
    case .nil, .function, .handle, .object: return nil
    }
  }
}
