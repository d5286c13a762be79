/// Why an operation did nothing, was rejected or was cancelled; the stable words of the public API.
public enum ReasonCode: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  // Nothing to do.
  case atRoot, emptyStack, nothingPresented, alreadyTop, alreadySelected
  case alreadyFinished, notStarted, exit, backBlocked, gestureUnavailable, notInteractive
  case notReady, cancelledByUser, unchanged, gestureOpen, intercepted, dismissDisabled
  case nothingToUndo, nothingToRedo
  case alreadyRoot

  // Rejected.
  case unknownRoute, unknownCoordinator, unknownPage, unknownStyle, unknownAction, unknownLayer
  case unknownOption, badArgument, factoryFailed, startFailed, notAttached, alreadyAttached
  case alreadyLaunched, cycle, childActive, parentActive, notPushable, duplicateInstance
  case duplicatePage, lastPage, viewNotFound, wrongKind, isRootOfParent, noMain, stale, vetoed
  case unhandled, redirected, duplicate, noParent, isTabPage, routeNotFound, chainBroken
  case notKept, notSerializable, malformed, notRestorable, tooDeep

  // Cancelled before it ran.
  case ownerFinished, restarted, stopped

  // Rejected or cancelled, as its policy says.
  case busy

  /// The word itself: `unknownRoute`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { String(describing: $0) }
}

/// A rejection of the engine: what came, what was expected, and the nearest name that exists.
public struct NavigationError: Error, Hashable, Sendable {
  /// The stable word that scripts, JSON and documentation use.
  public let code: ReasonCode
  /// One sentence: the operation, the value at fault and what was expected.
  public let message: String
  /// What to do, or the nearest name.
  public let hint: String?

  /// A rejection under a stable word. Of a sentence longer than 2,000 bytes only the beginning is kept,
  /// with the number of the bytes that are left out.
  public init(_ code: ReasonCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = shortened(message, to: Self.maxTextBytes)
    self.hint = hint.map { shortened($0, to: Self.maxTextBytes) }
  }

  /// Journals and observers keep rejections, whatever names scripts pass.
  private static let maxTextBytes = 2000
}

extension NavigationError: CustomStringConvertible {
  /// `unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?`
  public var description: String {
    let head = "\(code.name): \(message)"
    return hint.map { "\(head); \($0)" } ?? head
  }
}
