/// The reason why an operation had no effect, was rejected or was cancelled. The codes are stable
/// and part of the public API.
public enum ReasonCode: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  // The operation had no effect.
  case atRoot, emptyStack, nothingPresented, alreadyTop, alreadySelected
  case alreadyFinished, notStarted, exit, backBlocked, gestureUnavailable, notInteractive
  case notReady, cancelledByUser, unchanged, gestureOpen, intercepted, dismissDisabled
  case nothingToUndo, nothingToRedo
  case alreadyRoot

  // The operation was rejected.
  case unknownRoute, unknownCoordinator, unknownPage, unknownStyle, unknownAction, unknownLayer
  case unknownField, unknownOption, badArgument, factoryFailed, startFailed, notAttached,
    alreadyAttached
  case alreadyLaunched, cycle, childActive, parentActive, notPushable, duplicateInstance
  case duplicatePage, lastPage, viewNotFound, wrongKind, isRootOfParent, noMain, stale, vetoed
  case unhandled, redirected, duplicate, noParent, isTabPage, routeNotFound, chainBroken
  case notKept, notSerializable, malformed, notRestorable, tooDeep
  case unreachable, unsupported

  // The operation was cancelled before it ran.
  case ownerFinished, restarted, stopped

  // The operation was rejected or cancelled, depending on its busy policy.
  case busy

  /// The code in scripts, JSON and messages, such as `unknownRoute`.
  public var name: String { rawValue }
}

/// A rejection by the engine. The message describes the problem, and the hint, if any, suggests a
/// fix.
public struct NavigationError: Error, Hashable, Sendable {
  /// The stable code that scripts, JSON and the documentation use.
  public let code: ReasonCode
  /// A sentence that names the operation, the invalid value and the expected value.
  public let message: String
  /// A suggested fix or the nearest existing name, or `nil` if there is neither.
  public let hint: String?

  /// Creates a rejection with a code. A message or hint that is much longer than 2,000 bytes is
  /// truncated, and the number of omitted bytes is appended.
  ///
  /// - Parameters:
  ///   - code: The reason, which scripts and tests compare.
  ///   - message: A sentence that names the operation, the invalid value and the expected value, in
  ///     lower case and without a period.
  ///   - hint: A suggested fix or the nearest existing name, or `nil` if there is neither.
  public init(_ code: ReasonCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = shortened(message, to: Self.maxTextBytes)
    self.hint = hint.map { shortened($0, to: Self.maxTextBytes) }
  }

  /// The number of bytes to which long messages and hints are truncated. A limit is necessary
  /// because the event log and observers retain rejections, whose messages can contain any string
  /// that a script passes.
  private static let maxTextBytes = 2000
}

extension NavigationError: CustomStringConvertible {
  /// A one-line description, such as `unknownRoute: navigate: Shop has no route "prodct"; did you
  /// mean "product"?`
  public var description: String {
    let head = "\(code.name): \(message)"
    return hint.map { "\(head); \($0)" } ?? head
  }
}
