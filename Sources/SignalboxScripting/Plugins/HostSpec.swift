internal import Signalbox

/// Reads the table that a registration takes; errors name the registration, the key, what came and
/// what was expected.
struct HostSpec {
  let path: String
  private let table: ScriptTable
  private let session: ScriptSession

  /// - Parameter path: How errors call the registration, such as `operation "swap"`.
  init(
    _ path: String, _ value: ScriptValue, keys: [String], in session: ScriptSession
  ) throws(ScriptError) {
    self.path = path
    self.session = session
    guard let table = value.table else {
      throw .badArgument("\(path) is given \(session.text(of: value)), expected a table of it")
    }
    self.table = table
    for pair in table.pairs {
      let key = pair.key.text ?? session.text(of: pair.key)
      if !keys.contains(key) {
        throw .badArgument("\(path) has no key \"\(key)\"", hint: nameHint(for: key, in: keys))
      }
    }
  }

  /// A text; the empty one where there is none.
  func text(_ key: String) throws(ScriptError) -> String {
    let value = table[key]
    if value == .nil { return "" }
    guard let text = value.text else { throw wrong(key, value, expected: "a string") }
    return text
  }

  func optionalFunction(_ key: String) throws(ScriptError) -> ScriptFunction? {
    let value = table[key]
    if value == .nil { return nil }
    guard let function = value.function else { throw wrong(key, value, expected: "a function") }
    return function
  }

  func function(_ key: String) throws(ScriptError) -> ScriptFunction {
    if let function = try optionalFunction(key) { return function }
    throw .badArgument("\(path) needs \(key), a function")
  }

  /// `{ "route", "args?" }`.
  func parameters(_ key: String) throws(ScriptError) -> [PluginParameter] {
    let value = table[key]
    if value == .nil { return [] }
    guard let list = value.table?.list else {
      throw wrong(key, value, expected: "a list of names")
    }
    var parameters: [PluginParameter] = []
    for (index, element) in list.enumerated() {
      guard let text = element.text, !text.isEmpty else {
        throw wrong("\(key)[\(index + 1)]", element, expected: "a name, with ? if it is optional")
      }
      parameters.append(PluginParameter(text))
    }
    return parameters
  }

  /// `{ "step" }`.
  func names(_ key: String) throws(ScriptError) -> [String] {
    let value = table[key]
    if value == .nil { return [] }
    guard let list = value.table?.list, case let names = list.compactMap(\.text),
      names.count == list.count
    else {
      throw wrong(key, value, expected: "a list of names")
    }
    return names
  }

  /// `{ [":emit"] = 1 }`: places in lists of arguments, by name.
  func positions(_ key: String) throws(ScriptError) -> [String: Int] {
    let value = table[key]
    if value == .nil { return [:] }
    guard let pairs = value.table?.pairs else {
      throw wrong(key, value, expected: "a table of places by name")
    }
    var positions: [String: Int] = [:]
    for pair in pairs {
      guard let name = pair.key.text, case .integer(let place) = pair.value, place > 0 else {
        throw wrong(
          "\(key)[\(session.text(of: pair.key))]", pair.value,
          expected: "the place of an argument, 1 or more")
      }
      positions[name] = place
    }
    return positions
  }

  private func wrong(_ key: String, _ value: ScriptValue, expected: String) -> ScriptError {
    .badArgument("\(path): \(key) is \(session.text(of: value)), expected \(expected)")
  }
}

extension ScriptFunction {
  /// Calls a function that gives a text or nothing.
  ///
  /// - Parameter path: How errors call the function.
  public func text(
    _ values: [ScriptValue], _ path: String, in session: ScriptSession, timeout: Duration? = nil
  ) throws(ScriptError) -> String? {
    let value = try call(values, timeout: timeout).first ?? .nil
    if value == .nil { return nil }
    guard let text = value.text else {
      throw .badArgument("\(path) gave \(session.text(of: value)), expected a string or nothing")
    }
    return text
  }
}
