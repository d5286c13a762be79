/// What went wrong in a script or at its bridge.
///
/// It travels as one reference, so that throwing it is cheap and host functions stay small.
package struct LuaError: Error {
  package enum Kind: String, Sendable {
    /// A chunk that does not parse.
    case syntax
    /// An error that the script or Lua raised.
    case runtime
    /// The memory limit was reached.
    case memory
    /// A stop was requested.
    case interrupted
    /// The deadline has passed.
    case deadline
    /// The instruction budget is spent.
    case budget
    /// The Lua state that a value belongs to is gone.
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
  /// A stable code for programs, if the failed host function provided one.
  package var code: String? { details.code }
  /// One sentence without its "file:line:" prefix.
  package var message: String { details.message }
  /// What to do or what was meant, where that is known.
  package var hint: String? { details.hint }
  package var location: LuaLocation? { details.location }
  /// The Lua functions that were active, innermost first; C and host functions are left out.
  ///
  /// At most 32. Empty for syntax errors, and for memory errors of a plain `call`.
  package var traceback: [LuaTraceFrame] { details.traceback }
  /// True if the chunk only ended too early: more lines may make it complete.
  package var isIncomplete: Bool { details.isIncomplete }
  /// The error value where it is no string.
  package var value: LuaValue? { details.value.map(\.value) }

  var keptValue: LuaErrorValue? { details.value }

  package init(
    _ kind: Kind, code: String? = nil, _ message: String, hint: String? = nil,
    location: LuaLocation? = nil, traceback: [LuaTraceFrame] = []
  ) {
    details = Details(kind, code, message, hint, location, traceback, false, nil)
  }

  /// The error of a host function; it gets the location of the line that called.
  package init(code: String? = nil, _ message: String, hint: String? = nil) {
    self.init(.host, code: code, message, hint: hint)
  }

  init(
    _ kind: Kind, code: String?, message: String, hint: String?, location: LuaLocation?,
    traceback: [LuaTraceFrame], isIncomplete: Bool, value: LuaErrorValue?
  ) {
    details = Details(kind, code, message, hint, location, traceback, isIncomplete, value)
  }

  /// What is said of an error value that is no text and says nothing of itself.
  package static func nameless(_ type: String) -> String { "(error object is a \(type) value)" }

  /// The error of every use of a value whose Lua state is gone.
  static let luaStateClosed = LuaError(
    .closed, code: "luaStateClosed", "the Lua state of this value is closed")
}

extension LuaError: CustomStringConvertible {
  /// The message with its place in front, as Lua itself writes it.
  package var description: String {
    location.map { "\($0): \(message)" } ?? message
  }
}
