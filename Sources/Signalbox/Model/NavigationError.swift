/// The reason why an operation had no effect, was rejected or was cancelled. The codes are stable
/// and part of the public API.
public enum ReasonCode: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  // The operation had no effect.

  /// The caller has no screens above its root.
  case atRoot
  /// The caller has no screens yet, or no item to remove or replace.
  case emptyStack
  /// There is no layer to dismiss.
  case nothingPresented
  /// The screen or coordinator is already on top.
  case alreadyTop
  /// The page is already selected.
  case alreadySelected
  /// The coordinator has already finished. Operations that require a running coordinator are
  /// rejected with this code.
  case alreadyFinished
  /// The coordinator has not started. Operations that require a started coordinator are rejected
  /// with this code.
  case notStarted
  /// The user or the operation `back` goes back, but only the root of the application remains.
  case exit
  /// The user goes back, but cannot dismiss the front layer.
  case backBlocked
  /// The gesture has no effect on the front screen or layer, or a swipe back begins while another
  /// operation is in flight.
  case gestureUnavailable
  /// The user swipes down, but the front layer does not allow swipes.
  case notInteractive
  /// The deep link is opened later, when the first screen of the application has appeared.
  /// Asynchronous work is rejected with this code if the engine has no work host.
  case notReady
  /// The user cancelled the swipe.
  case cancelledByUser
  /// The operation would change nothing.
  case unchanged
  /// The swipe has begun, and waits for its next phase.
  case gestureOpen
  /// The coordinator of the front screen handled the back gesture.
  case intercepted
  /// The front screen or its coordinator does not allow the user to dismiss the layer.
  case dismissDisabled
  /// The history contains no operation that can be undone.
  case nothingToUndo
  /// No undone operation can be redone.
  case nothingToRedo
  /// The route is already the root.
  case alreadyRoot

  // The operation was rejected.

  /// The coordinator does not declare the route.
  case unknownRoute
  /// No coordinator type has the name.
  case unknownCoordinator
  /// The tab coordinator has no page with the id.
  case unknownPage
  /// No presentation style has the name.
  case unknownStyle
  /// The screen has no action, or the alert has no button, with the label.
  case unknownAction
  /// The layer is not above the caller.
  case unknownLayer
  /// The alert has no text field with the name.
  case unknownField
  /// The operation does not have the option.
  case unknownOption
  /// An argument has the wrong type, is out of range, or is inconsistent with the other arguments.
  case badArgument
  /// The function that creates a destination, a replacement or an object failed.
  case factoryFailed
  /// The `start` of a coordinator failed, starts are nested too deeply, or `restartApp` was called
  /// as part of a `start`.
  case startFailed
  /// The coordinator shows nothing.
  case notAttached
  /// The coordinator is already in the tree. For `addDependency`, the outcome is `noop` with this
  /// code if the coordinator is already a child of the caller.
  case alreadyAttached
  /// The main coordinator already has the type.
  case alreadyLaunched
  /// A coordinator would be its own descendant.
  case cycle
  /// The screens of a pushed child are above the caller's screens.
  case childActive
  /// A coordinator that is not a descendant of the caller shows screens above the caller's screens.
  case parentActive
  /// The destination cannot be pushed, such as a tab coordinator, or the layer has no stack.
  case notPushable
  /// The screen is already shown, or occurs twice in the list of `setStack`.
  case duplicateInstance
  /// Two pages have the same id.
  case duplicatePage
  /// The tab bar would be left without a page.
  case lastPage
  /// The caller has no such screen on its stack.
  case viewNotFound
  /// A tab coordinator received an operation for navigation coordinators, or vice versa, or a tab
  /// coordinator was added as a dependency.
  case wrongKind
  /// The coordinator is the root of another coordinator and cannot be removed without a
  /// replacement.
  case isRootOfParent
  /// No application has been launched.
  case noMain
  /// The coordinator, screen or layer no longer exists, or the checkpoint is no longer valid.
  case stale
  /// A guard rejected the operation or failed, or guards redirected it too many times in a row.
  case vetoed
  /// No running coordinator handles the deep link.
  case unhandled
  /// A guard submitted other operations in place of this one.
  case redirected
  /// The preceding operation had the same key, as after a double tap.
  case duplicate
  /// The main coordinator cannot be dismissed.
  case noParent
  /// The coordinator belongs to a page and can be removed only with `setPages`.
  case isTabPage
  /// The caller shows no item with the route, or the tab coordinator has no page with the id.
  case routeNotFound
  /// An earlier call of the chain failed.
  case chainBroken
  /// A removed coordinator, object or callback is not retained, so undo cannot restore it, or the
  /// engine cannot create a checkpoint.
  case notKept
  /// A value, such as an object without a factory, cannot be written to a document.
  case notSerializable
  /// The string is not a saved state or recording.
  case malformed
  /// The main coordinator or an object of a saved state cannot be recreated.
  case notRestorable
  /// The coordinator tree would exceed its maximum depth.
  case tooDeep
  /// The application that scripts control has ended, does not respond, or sends inconsistent
  /// responses.
  case unreachable
  /// The function is not available while scripts control another application, or the engine does
  /// not currently support checkpoints.
  case unsupported

  // The operation was cancelled before it ran.

  /// The coordinator that submitted the operation has finished.
  case ownerFinished
  /// The application was restarted.
  case restarted
  /// The script or the session was stopped.
  case stopped

  // The operation was rejected or cancelled, depending on its busy policy.

  /// Another operation was in progress. The busy policy of the call determines whether the
  /// operation is cancelled or rejected.
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
