/// An error in a script or in the bridge between Lua and Swift.
///
/// The error is stored as a single reference, so that throwing it is cheap and host functions
/// remain small.
package struct LuaError: Error {
  package enum Kind: String, Sendable {
    /// A chunk cannot be parsed.
    case syntax
    /// The script, or Lua itself, raised an error.
    case runtime
    /// The memory limit was reached.
    case memory
    /// A stop was requested.
    case interrupted
    /// The time limit was exceeded.
    case deadline
    /// The instruction budget is exhausted.
    case budget
    /// The Lua state to which a value belongs has been closed.
    case closed
    /// A host function failed.
    case host
  }

  private final class Details: Sendable {
    let kind: Kind
    let code: String?
    let message: String
    let hint: String?
    let location: LuaLocation?
    let traceback: [LuaTraceFrame]
    let isIncomplete: Bool
    let value: LuaErrorValue?

    init(
      _ kind: Kind, _ code: String?, _ message: String, _ hint: String?, _ location: LuaLocation?,
      _ traceback: [LuaTraceFrame], _ isIncomplete: Bool, _ value: LuaErrorValue?
    ) {
      self.kind = kind
      self.code = code
      self.message = message
      self.hint = hint
      self.location = location
      self.traceback = traceback
      self.isIncomplete = isIncomplete
      self.value = value
    }
  }

  private let details: Details

  package var kind: Kind { details.kind }
  /// A stable code for programs, or `nil` if there is none.
  package var code: String? { details.code }
  /// A sentence that describes the error, without the prefix "file:line:".
  package var message: String { details.message }
  /// A suggested fix or the name that was probably meant, or `nil` if neither is known.
  package var hint: String? { details.hint }
  package var location: LuaLocation? { details.location }
  /// The active Lua functions, innermost first. C and host functions are omitted.
  ///
  /// The array has at most 32 frames. It is empty for syntax errors, and for memory errors in
  /// functions that `LuaState.call` calls.
  package var traceback: [LuaTraceFrame] { details.traceback }
  /// Whether the chunk is merely incomplete, so that additional lines may complete it.
  package var isIncomplete: Bool { details.isIncomplete }
  /// The raised value, or `nil` if the value is a string or no value was raised.
  package var value: LuaValue? { details.value.map(\.value) }

  var keptValue: LuaErrorValue? { details.value }

  package init(
    _ kind: Kind, code: String? = nil, _ message: String, hint: String? = nil,
    location: LuaLocation? = nil, traceback: [LuaTraceFrame] = []
  ) {
    details = Details(kind, code, message, hint, location, traceback, false, nil)
  }

  /// Creates an error for a host function. The location of the error is the line of the call.
  package init(code: String? = nil, _ message: String, hint: String? = nil) {
    self.init(.host, code: code, message, hint: hint)
  }

  init(
    _ kind: Kind, code: String?, message: String, hint: String?, location: LuaLocation?,
    traceback: [LuaTraceFrame], isIncomplete: Bool, value: LuaErrorValue?
  ) {
    details = Details(kind, code, message, hint, location, traceback, isIncomplete, value)
  }

  /// Returns the message for a raised value that is not a string and has no description.
  package static func nameless(_ type: String) -> String { "(error object is a \(type) value)" }

  /// The error that is thrown when a value is used after its Lua state has been closed.
  static let luaStateClosed = LuaError(
    .closed, code: "luaStateClosed", "the Lua state of this value has been closed")
}

extension LuaError: CustomStringConvertible {
  /// The message, preceded by the location of the error if it is known, in the format that Lua
  /// uses.
  package var description: String {
    location.map { "\($0): \(message)" } ?? message
  }
}
