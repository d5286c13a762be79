internal import LuaRuntime
internal import Signalbox

/// An error in a script or session, with its kind, message, location and traceback.
public struct ScriptError: Error, Codable, Sendable {
  /// The kinds of errors.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// The source cannot be parsed.
    case syntax
    /// The script raised an error.
    case runtime
    /// The engine rejected an operation.
    case rejected
    /// The memory limit was reached.
    case memory
    /// The time limit was exceeded.
    case timeout
    /// The user stopped the script.
    case interrupted
    /// A module is missing or cannot be read.
    case module
    /// The session is closed.
    case closed
    /// A defect in the host.
    case `internal`
  }

  /// The kind of error.
  public var kind: Kind
  /// The stable code, such as `unknownRoute` or `badArgument`, or `nil` if the error has none.
  public var code: String?
  /// A one-sentence description of the error.
  public var message: String
  /// A suggested fix, or `nil` if no fix is known or the message contains the fix.
  public var hint: String?
  /// The location of the error, or `nil` if no script line caused the error.
  public var location: ScriptLocation?
  /// The script functions that led to the error, innermost first. Host functions are omitted.
  public var traceback: [ScriptFrame]
  /// The Lua error from which this error was created, or `nil` for an error of a host. The Lua
  /// error contains the raised value.
  fileprivate var origin: LuaError?

  /// The encoded fields. The raised value is omitted because it cannot leave its Lua state.
  private enum CodingKeys: String, CodingKey {
    case kind, code, message, hint, location, traceback
  }

  /// Creates an error of a host, for example if a module cannot be read.
  ///
  /// Strings are truncated to 10,000 bytes, because they can quote an entire file.
  ///
  /// - Parameters:
  ///   - kind: The kind of error.
  ///   - code: The stable code, such as `unknownRoute` or `badArgument`, or `nil` if the error has
  ///     none.
  ///   - message: A one-sentence description in lower case and without a period.
  ///   - hint: A suggested fix, or `nil` if no fix is known or the message contains the fix.
  ///   - location: The location of the error, or `nil` if no script line caused the error.
  ///   - traceback: The script functions that led to the error, innermost first.
  public init(
    _ kind: Kind, code: String? = nil, _ message: String, hint: String? = nil,
    location: ScriptLocation? = nil, traceback: [ScriptFrame] = []
  ) {
    self.kind = kind
    self.code = code
    self.message = shortened(message)
    self.hint = hint.map { shortened($0) }
    self.location = location
    self.traceback = traceback.map(\.bounded)
  }
}

extension ScriptError {
  /// Decodes an error and truncates its strings.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(Kind.self, forKey: .kind),
      code: try fields.decodeIfPresent(String.self, forKey: .code),
      try fields.decode(String.self, forKey: .message),
      hint: try fields.decodeIfPresent(String.self, forKey: .hint),
      location: try fields.decodeIfPresent(ScriptLocation.self, forKey: .location),
      traceback: try fields.decode([ScriptFrame].self, forKey: .traceback))
  }
}

extension ScriptError {
  /// The value that the script raised, or `nil` if it is a string or there is none.
  var raisedValue: LuaValue? { origin?.value }
}

extension ScriptError {
  /// A copy of the error with truncated strings. A script's message can be as long as its memory
  /// allows, and a file can contain any error.
  package var bounded: ScriptError {
    var result = ScriptError(
      kind, code: code, message, hint: hint, location: location, traceback: traceback)
    // The original error contains the complete message.
    if raisedValue != nil { result.origin = origin }
    return result
  }
}

extension ScriptError: CustomStringConvertible {
  /// A one-line description, such as `shop.lua:12: unknownRoute: …`.
  public var description: String {
    let head = location.map { "\($0): \(message)" } ?? message
    return hint.map { "\(head); \($0)" } ?? head
  }
}

/// A location in a script.
public struct ScriptLocation: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the file in the session.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - file: The name of the file in the session.
  ///   - line: The line, counted from 1.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  init(_ place: LuaLocation) { self.init(file: place.chunk, line: place.line) }

  /// The location as a string, such as `shop.lua:12`.
  public var description: String { "\(file):\(line)" }
}

/// A function in a traceback.
public struct ScriptFrame: Hashable, Codable, Sendable {
  /// The line that the function was running, or `nil` if it is unknown.
  public var location: ScriptLocation?
  /// A description such as `in function 'onBuy'` or `in main chunk`.
  public var description: String

  /// Creates an entry of a traceback.
  ///
  /// - Parameters:
  ///   - location: The line that the function was running, or `nil` if it is unknown.
  ///   - description: Lua's description of the function, such as `in function 'onBuy'`.
  public init(location: ScriptLocation?, description: String) {
    self.location = location
    self.description = description
  }

  fileprivate var bounded: ScriptFrame {
    ScriptFrame(location: location, description: shortened(description, to: 200))
  }
}

extension ScriptError {
  init(_ error: LuaError) {
    let isRejection = error.code.flatMap(ReasonCode.init(rawValue:)) != nil
    let kind: Kind =
      switch error.kind {
      case .syntax: .syntax
      case .memory: .memory
      case .interrupted: .interrupted
      case .deadline, .budget: .timeout
      case .closed: .closed
      case .runtime, .host:
        error.code == ScriptError.moduleCode ? .module : isRejection ? .rejected : .runtime
      }
    self.init(
      kind, code: error.code, error.message, hint: error.hint,
      location: error.location.map(ScriptLocation.init),
      traceback: error.traceback.map(ScriptFrame.init))
    origin = error
  }

  /// The code of the errors that `require` raises.
  static let moduleCode = "moduleNotFound"
}

extension ScriptFrame {
  init(_ frame: LuaTraceFrame) {
    let text =
      switch (frame.role, frame.name) {
      case (.chunk, _): "in main chunk"
      case (.function, let name?): "in function '\(name)'"
      case (.function, nil): "in function defined at line \(frame.definitionLine)"
      }
    self.init(
      location: frame.location.map(ScriptLocation.init),
      description: text)
  }
}

extension LuaError {
  /// Returns the error for an invalid argument.
  static func badArgument(_ text: String) -> LuaError {
    LuaError(code: ReasonCode.badArgument.name, "badArgument: \(text)")
  }

  /// Creates an error from a host's error, for the calling script.
  init(_ error: ScriptError) {
    if let origin = error.origin, shortened(origin.message) == error.message {
      self = origin
      return
    }
    let kind: LuaError.Kind =
      switch error.kind {
      case .syntax: .syntax
      case .memory: .memory
      case .timeout: .deadline
      case .interrupted: .interrupted
      case .closed: .closed
      case .runtime, .rejected, .module, .internal: .host
      }
    let code = error.code ?? (error.kind == .module ? ScriptError.moduleCode : nil)
    self.init(
      kind, code: code, error.message, hint: error.hint,
      location: error.location.map { LuaLocation(chunk: $0.file, line: $0.line) })
  }

  /// Creates an error from a rejection, for scripts. The message contains the rejection's code,
  /// message and, if there is one, suggested fix.
  init(_ error: NavigationError) {
    self.init(code: error.code.name, error.description)
  }
}

/// Runs a function and rethrows its rejection as an error for scripts.
func rejected<Value>(
  _ body: () throws(NavigationError) -> Value
) throws(LuaError) -> Value {
  do throws(NavigationError) { return try body() } catch { throw LuaError(error) }
}

/// Runs a function and rethrows its error as an error for scripts.
func raised<Value>(_ body: () throws(ScriptError) -> Value) throws(LuaError) -> Value {
  do throws(ScriptError) { return try body() } catch { throw LuaError(error) }
}

/// Runs a function and rethrows its error as an error for the host.
func returned<Value>(_ body: () throws(LuaError) -> Value) throws(ScriptError) -> Value {
  do throws(LuaError) { return try body() } catch { throw ScriptError(error) }
}
