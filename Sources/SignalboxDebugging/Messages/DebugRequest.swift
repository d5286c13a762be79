package import Signalbox

/// A request from a client of the Debug Adapter Protocol.
package struct DebugRequest: Sendable {
  package let sequence: Int
  package let command: String
  package let arguments: NavigationArguments

  /// The reason why a message is not a valid request.
  package struct Fault: Error, Sendable {
    package let message: String
    /// The number and the command of the request, which the response requires, or `nil` if they are
    /// unknown.
    package let request: (sequence: Int, command: String)?
  }

  package init(sequence: Int, command: String, arguments: NavigationArguments) {
    (self.sequence, self.command, self.arguments) = (sequence, command, arguments)
  }

  /// Reads a message. Returns `nil` for a response or an event, which is ignored.
  package init?(_ text: String) throws(Fault) {
    let value: NavigationValue
    do throws(NavigationError) {
      value = try NavigationValue(json: text)
    } catch {
      throw Fault(message: error.message, request: nil)
    }
    guard let fields = value.table else {
      throw Fault(message: "a message must be an object, got \(value.kindPhrase)", request: nil)
    }
    switch fields["type"]?.text {
    case "request": break
    // The adapter sends no requests, so a response is ignored.
    case "response", "event": return nil
    default:
      throw Fault(
        message: "type is \(fields["type"].map { "\($0)" } ?? "missing"), expected \"request\"",
        request: nil)
    }
    guard let sequence = fields["seq"]?.integer, let command = fields["command"]?.text else {
      throw Fault(
        message: "a request must have an integer seq and a string command", request: nil)
    }
    let arguments = fields["arguments"] ?? [:]
    guard let arguments = arguments.table else {
      throw Fault(
        message: "arguments is \(arguments.kindPhrase), expected an object",
        request: (sequence, command))
    }
    (self.sequence, self.command, self.arguments) = (sequence, command, arguments)
  }
}

/// The reason why a request failed.
struct DebugFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Reads the arguments of a request.
struct DebugArguments {
  let fields: NavigationArguments

  init(_ fields: NavigationArguments) { self.fields = fields }

  func text(_ name: String) throws(DebugFailure) -> String? {
    try read(name, "a string") { $0.text }
  }

  /// Reads a 32-bit integer, so that adding or subtracting a few integers does not overflow.
  func integer(_ name: String) throws(DebugFailure) -> Int? {
    try read(name, "an integer from \(Int32.min) to \(Int32.max)") { value in
      let integer = value.integer ?? value.number.flatMap { Int(exactly: $0) }
      return integer.flatMap { Int32(exactly: $0) }.map(Int.init)
    }
  }

  /// Reads a seed for random numbers, which has at most 63 bits.
  func seed(_ name: String) throws(DebugFailure) -> UInt64? {
    let value = try read(name, "an integer from 0 to \(Int.max)") { value in
      value.integer ?? value.number.flatMap { Int(exactly: $0) }
    }
    guard let value else { return nil }
    guard value >= 0 else { throw DebugFailure("\(name) is \(value), expected 0 or more") }
    return UInt64(value)
  }

  func boolean(_ name: String) throws(DebugFailure) -> Bool? {
    try read(name, "a boolean") { $0.boolean }
  }

  func table(_ name: String) throws(DebugFailure) -> DebugArguments? {
    try read(name, "an object") { $0.table }.map { DebugArguments($0) }
  }

  func texts(_ name: String) throws(DebugFailure) -> [String]? {
    try read(name, "a list of strings") { value in
      guard let list = value.list else { return nil }
      let texts = list.compactMap(\.text)
      return texts.count == list.count ? texts : nil
    }
  }

  func tables(_ name: String) throws(DebugFailure) -> [DebugArguments]? {
    try read(name, "a list of objects") { value in
      // Lua clients send an empty object for an empty list.
      if value.table?.isEmpty == true { return [] }
      guard let list = value.list else { return nil }
      let tables = list.compactMap(\.table)
      return tables.count == list.count ? tables.map { DebugArguments($0) } : nil
    }
  }

  func required<Value>(_ name: String, _ value: Value?) throws(DebugFailure) -> Value {
    guard let value else { throw DebugFailure("\(name) is missing") }
    return value
  }

  private func read<Value>(
    _ name: String, _ expected: String, _ convert: (NavigationValue) -> Value?
  ) throws(DebugFailure) -> Value? {
    guard let value = fields[name] else { return nil }
    guard let converted = convert(value) else {
      throw DebugFailure("\(name) is \(value.kindPhrase), expected \(expected)")
    }
    return converted
  }
}

extension DebugArguments {
  /// The arguments that editors add for themselves.
  private static let editorNames: Set<String> = [
    "type", "request", "name", "preLaunchTask", "postDebugTask", "internalConsoleOptions",
    "presentation", "console", "debugServer", "suppressMultipleSessionWarning", "serverReadyAction",
  ]

  /// Rejects unknown arguments of a configuration.
  func check(of command: String, _ names: [String]) throws(DebugFailure) {
    for field in fields.fields
    where !names.contains(field.name) && !Self.editorNames.contains(field.name)
      && !field.name.hasPrefix("__")
    {
      let hint = nameHint(for: field.name, in: names).map { "; \($0)" } ?? ""
      throw DebugFailure(
        "\(command) has no argument \"\(field.name)\"\(hint); it has \(names.joined(separator: ", "))"
      )
    }
  }

  /// The folder of a configuration as an absolute path, or `nil` if the configuration sets none.
  var folder: String? {
    get throws(DebugFailure) {
      guard let folder = try text("cwd") else { return nil }
      guard folder.hasPrefix("/") else {
        throw DebugFailure("cwd is \"\(folder)\", expected an absolute path")
      }
      return folder
    }
  }
}
