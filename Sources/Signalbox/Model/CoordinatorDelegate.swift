/// The behavior of one coordinator, implemented by an application in Swift or in a script.
///
/// The engine makes one call at a time. Operations that are submitted in a call wait until the
/// running operation has settled, except those that a coordinator submits for itself in `start`.
public protocol CoordinatorDelegate: AnyObject {
  /// Shows the first screen. If it throws, the whole operation is rolled back.
  ///
  /// - Parameter animated: Whether the operation that shows the coordinator is animated; pass it on
  ///   to the operations that you call.
  func start(animated: Bool) throws

  /// Shows the first screen if `start` has shown none. If this method shows none either, the
  /// operation is rejected as `notAttached`.
  ///
  /// - Parameter animated: As in ``start(animated:)``.
  func startEmpty(animated: Bool) throws

  /// Called after the coordinator and its screens were restored from a snapshot. `start` is not
  /// called in this case.
  func didRestore() throws

  /// Called when the coordinator has finished. Its identifier is no longer valid. If it throws, the
  /// error is reported.
  ///
  /// - Parameter notice: The reason why it finished, and its result.
  func didFinish(_ notice: FinishNotice) throws

  /// Called when a child has finished. If it throws, the error is reported.
  ///
  /// - Parameter notice: The child, the reason why it finished, and its result.
  func childDidFinish(_ notice: FinishNotice) throws

  /// Whether the engine calls ``currentPageDidChange(to:_:)``.
  var observesCurrentPage: Bool { get }

  /// Called when another page of the tab coordinator is selected. The page is `nil` if none is
  /// left. Not called for the initially selected page, nor by undo.
  ///
  /// - Parameters:
  ///   - page: The id of the page that is now selected.
  ///   - source: Whether the user, an operation or new pages selected it.
  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws

  /// Returns the title of one of the coordinator's screens. `nil` shows the screen's name.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func title(of screen: ScreenID) -> String?

  /// Returns the labels of the actions that the user can tap on one of the coordinator's screens,
  /// in order.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func actions(of screen: ScreenID) -> [String]

  /// Called when the user taps one of the ``actions(of:)``.
  ///
  /// - Parameters:
  ///   - action: The label that was tapped.
  ///   - screen: The screen that shows the action.
  func perform(action: String, on screen: ScreenID) throws

  /// Returns the handler of an action that runs after its screen has been removed, such as that of
  /// an alert whose button was tapped. Called while the screen is still shown.
  ///
  /// - Parameters:
  ///   - action: The label that was tapped.
  ///   - texts: The texts of the alert's fields, by name.
  ///   - screen: The screen that shows the action; it is removed before the handler is called.
  func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void

  /// Returns the purpose of an action that is a button of an alert; `nil` for none of the roles.
  ///
  /// - Parameters:
  ///   - action: One of the ``actions(of:)``.
  ///   - screen: The screen that shows the action.
  func role(of action: String, on screen: ScreenID) -> AlertButton.Role?

  /// Called when the user goes back from one of the coordinator's screens; return `true` to prevent
  /// the default behavior.
  ///
  /// - Parameter screen: The screen that the user is leaving.
  func handleBack(on screen: ScreenID) throws -> Bool

  /// Returns whether the user may swipe away a layer whose front screen is one of the
  /// coordinator's.
  ///
  /// - Parameter screen: The front screen of the layer.
  func shouldDismiss(_ screen: ScreenID) -> Bool
}

extension CoordinatorDelegate {
  /// Has no effect by default.
  public func startEmpty(animated: Bool) throws {}
  /// Has no effect by default.
  public func didRestore() throws {}
  /// Has no effect by default.
  public func didFinish(_ notice: FinishNotice) throws {}
  /// Has no effect by default.
  public func childDidFinish(_ notice: FinishNotice) throws {}
  /// Returns `false` by default.
  public var observesCurrentPage: Bool { false }
  /// Has no effect by default.
  public func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {}
  /// Returns `nil` by default.
  public func title(of screen: ScreenID) -> String? { nil }
  /// Returns no actions by default.
  public func actions(of screen: ScreenID) -> [String] { [] }
  /// Has no effect by default.
  public func perform(action: String, on screen: ScreenID) throws {}
  /// By default, performs the action with the identifier of the removed screen.
  public func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void {
    { [self] in try perform(action: action, on: screen) }
  }
  /// Returns `nil` by default.
  public func role(of action: String, on screen: ScreenID) -> AlertButton.Role? { nil }
  /// Returns `false` by default.
  public func handleBack(on screen: ScreenID) throws -> Bool { false }
  /// Returns `true` by default.
  public func shouldDismiss(_ screen: ScreenID) -> Bool { true }
}

/// Why another page was selected.
public enum PageChangeSource: String, Hashable, Sendable, CaseIterable {
  /// The user tapped the page's tab.
  case user
  /// An operation such as `select` was called.
  case operation
  /// The pages were replaced.
  case pages
}

/// The reason why a coordinator finished or a layer was removed.
public enum FinishReason: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// It called `finishFlow`.
  case finished
  /// Its screens were popped.
  case popped
  /// An operation dismissed its layer.
  case dismissed
  /// The user went back.
  case userBack
  /// The user swiped it away.
  case userSwipe
  /// Another item replaced it.
  case replaced
  /// Its page was removed from the tab bar.
  case pageRemoved
  /// The application was restarted.
  case restarted
  /// An item below it was removed.
  case cascade
  /// One of its ancestors finished.
  case ancestorFinished
  /// An undo or redo removed it.
  case undone

  /// The name in scripts, such as `userBack`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { String(describing: $0) }
}

/// Describes a coordinator that has finished.
public struct FinishNotice: Hashable, Sendable {
  /// The coordinator that finished.
  public let coordinator: CoordinatorID
  /// The name of its type.
  public let type: String
  /// Its parent. An invalid identifier if the parent has finished as well.
  public let parent: CoordinatorID
  /// The result that it passed to `finishFlow`, if it called it.
  public let result: NavigationValue?
  /// The reason why it finished.
  public let reason: FinishReason
}
