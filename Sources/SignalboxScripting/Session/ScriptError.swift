internal import LuaRuntime
internal import Signalbox

/// An error of a script: its kind, message, location and traceback.
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
    /// A defect of the host.
    case `internal`
  }

  /// The kind of error.
  public var kind: Kind
  /// The stable code, such as `unknownRoute`, if the engine rejected an operation.
  public var code: String?
  /// One sentence.
  public var message: String
  /// A suggested fix, if one is known that the message does not contain.
  public var hint: String?
  /// The location of the error.
  public var location: ScriptLocation?
  /// The functions of scripts that led to the error, innermost first; host functions are omitted.
  public var traceback: [ScriptFrame]
  /// The Lua error that it was created from, which contains the raised value.
  fileprivate var origin: LuaError?

  /// The encoded fields. The raised value is omitted because it cannot leave its Lua state.
  private enum CodingKeys: String, CodingKey {
    case kind, code, message, hint, location, traceback
  }

  /// Creates an error of a host, such as a module that cannot be read.
  ///
  /// Strings are truncated to 10,000 bytes because they can quote an entire file.
  ///
  /// - Parameters:
  ///   - kind: The kind of error.
  ///   - code: The stable code, such as `unknownRoute`; `nil` unless the engine rejected an
  ///     operation.
  ///   - message: One sentence in lower case, without a full stop.
  ///   - hint: A suggested fix; `nil` if none is known or the message contains it.
  ///   - location: Where the error occurred; `nil` if no line of a script is at fault.
  ///   - traceback: The functions of scripts that led to the error, innermost first.
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
  /// The value that the script raised, unless it is a string.
  var raisedValue: LuaValue? { origin?.value }
}

extension ScriptError {
  /// The error with truncated strings: a script's message can be as long as its memory allows, and
  /// a file can contain any error.
  package var bounded: ScriptError {
    var result = ScriptError(
      kind, code: code, message, hint: hint, location: location, traceback: traceback)
    // The original error has the whole message.
    if raisedValue != nil { result.origin = origin }
    return result
  }
}

extension ScriptError: CustomStringConvertible {
  /// The error in one line, such as `shop.lua:12: unknownRoute: …`.
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

  /// Creates a location. Lines count from 1.
  ///
  /// - Parameter file: The name of the file in the session.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  init(_ place: LuaLocation) { self.init(file: place.chunk, line: place.line) }

  /// The location as text, such as `shop.lua:12`.
  public var description: String { "\(file):\(line)" }
}

/// A function in a traceback.
public struct ScriptFrame: Hashable, Codable, Sendable {
  /// The line at which the function called the next one.
  public var location: ScriptLocation?
  /// A description such as `in function 'onBuy'` or `in main chunk`.
  public var description: String

  /// Creates an entry of a traceback.
  ///
  /// - Parameters:
  ///   - location: Where the function called the next one; `nil` if it is unknown.
  ///   - description: What Lua calls the function, such as `in function 'onBuy'`.
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
    let isRejection = error.code.map { code in
      ReasonCode.allCases.contains { $0.name == code }
    }
    let kind: Kind =
      switch error.kind {
      case .syntax: .syntax
      case .memory: .memory
      case .interrupted: .interrupted
      case .deadline, .budget: .timeout
      case .closed: .closed
      case .runtime, .host:
        error.code == ScriptError.moduleCode ? .module : isRejection == true ? .rejected : .runtime
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

  /// Converts an error of a host for the calling script.
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

  /// Converts a rejection for scripts. The message contains the code, the actual value, what was
  /// expected, and what to do.
  init(_ error: NavigationError) {
    self.init(code: error.code.name, error.description)
  }
}

/// Runs a function whose rejection scripts receive.
func rejected<Value>(
  _ body: () throws(NavigationError) -> Value
) throws(LuaError) -> Value {
  do throws(NavigationError) { return try body() } catch { throw LuaError(error) }
}

/// Runs a function whose error scripts receive.
func raised<Value>(_ body: () throws(ScriptError) -> Value) throws(LuaError) -> Value {
  do throws(ScriptError) { return try body() } catch { throw LuaError(error) }
}

/// Runs a function whose error the host receives.
func returned<Value>(_ body: () throws(LuaError) -> Value) throws(ScriptError) -> Value {
  do throws(LuaError) { return try body() } catch { throw ScriptError(error) }
}
