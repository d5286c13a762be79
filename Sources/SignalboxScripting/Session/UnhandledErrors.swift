internal import LuaRuntime
internal import Signalbox

/// A rejection or error of a callback, with its number. Numbers begin at 0 and are never reused.
package struct NumberedError {
  package let number: Int
  package let error: ScriptError
}

/// The rejections and errors of a session's callbacks that no code has observed.
final class UnhandledErrors {
  private unowned let session: ScriptSession
  /// The errors, oldest first. Errors can be removed, for example between two tests.
  var list: [NumberedError] = []
  /// The number of errors that have been stored so far, including those that have been removed.
  private(set) var total = 0
  /// Whether errors are discarded because a closure only reads.
  private var isDiscarding = false
  /// The maximum number of errors in ``list``, not counting the error that reports the omission of
  /// further errors.
  private static let maxCount = 100

  init(_ session: ScriptSession) { self.session = session }

  /// Stores and reports an error that no caller receives.
  func report(_ error: any Error) {
    switch error {
    case let error as LuaError:
      session.inputs.remember(error)
      add(ScriptError(error))
    case let error as ScriptError: add(error)
    case let error as NavigationError: add(ScriptError(error))
    default: add(ScriptError(.runtime, String(describing: error)))
    }
  }

  /// Runs a closure, and neither stores nor reports the errors that occur in the meantime.
  func discarding<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = isDiscarding
    isDiscarding = true
    defer { isDiscarding = outer }
    return try body()
  }

  /// Stores and reports an uncaught error. When the limit is reached, a single error reports that
  /// further errors are omitted.
  private func add(_ error: ScriptError) {
    guard !isDiscarding, list.count <= Self.maxCount else { return }
    var error = error
    if list.count == Self.maxCount {
      error = ScriptError(
        .runtime, code: "tooManyErrors",
        "tooManyErrors: callbacks failed more than \(Self.maxCount) times; further errors are not "
          + "reported")
    } else {
      error = error.bounded
    }
    list.append(NumberedError(number: total, error: error))
    total += 1
    session.hooks.onUnhandled?(error)
  }
}
