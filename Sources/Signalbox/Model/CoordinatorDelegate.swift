/// The behavior of one coordinator: the code of an application, in Swift or in a script.
///
/// The engine makes one call at a time. Operations submitted in a call wait until the running
/// operation has settled, except those that a coordinator submits for itself in `start`.
public protocol CoordinatorDelegate: AnyObject {
  /// Shows the first screen. An error rolls back the whole operation.
  ///
  /// - Parameter animated: Whether the operation that shows the coordinator is animated; pass it on
  ///   to the operations of the start.
  func start(animated: Bool) throws

  /// Shows the first screen if `start` has shown none; if this shows none either, the operation is
  /// rejected as `notAttached`.
  ///
  /// - Parameter animated: As in ``start(animated:)``.
  func startEmpty(animated: Bool) throws

  /// Called when the coordinator and its screens were restored from a snapshot; `start` is not
  /// called.
  func didRestore() throws

  /// Called when the coordinator has finished; its identifier is no longer valid. An error is
  /// reported.
  ///
  /// - Parameter notice: The reason why it finished, and its result.
  func didFinish(_ notice: FinishNotice) throws

  /// Called when a child has finished. An error is reported.
  ///
  /// - Parameter notice: Which child finished, why, and its result.
  func childDidFinish(_ notice: FinishNotice) throws

  /// Whether ``currentPageDidChange(to:_:)`` is called.
  var observesCurrentPage: Bool { get }

  /// Called when another page of the tab coordinator is selected; the page is `nil` if none is
  /// left. Not called for the initially selected page, nor by undo.
  ///
  /// - Parameters:
  ///   - page: The id of the page that is selected now.
  ///   - source: Whether the user, an operation or new pages selected it.
  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws

  /// Returns the title of one of its screens; `nil` shows the screen's name.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func title(of screen: ScreenID) -> String?

  /// Returns the labels of the actions that the user can tap on one of its screens, in order.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func actions(of screen: ScreenID) -> [String]

  /// Called when the user taps an action of ``actions(of:)``.
  ///
  /// - Parameters:
  ///   - action: The label that was tapped.
  ///   - screen: The screen that shows the action.
  func perform(action: String, on screen: ScreenID) throws

  /// Returns the handler of an action of ``actions(of:)`` that runs after its screen was removed,
  /// such as that of an alert whose button was tapped. Called while the screen is still shown.
  ///
  /// - Parameters:
  ///   - action: The label that was tapped.
  ///   - screen: The screen that shows the action; it is removed before the result is called.
  func prepare(action: String, on screen: ScreenID) -> () throws -> Void

  /// Called when the user goes back from one of its screens; `true` prevents the default behavior.
  ///
  /// - Parameter screen: The screen that the user leaves.
  func handleBack(on screen: ScreenID) throws -> Bool

  /// Returns whether the user can swipe away the layer in which one of its screens is in front.
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
  public func prepare(action: String, on screen: ScreenID) -> () throws -> Void {
    { [self] in try perform(action: action, on: screen) }
  }
  /// Returns `false` by default.
  public func handleBack(on screen: ScreenID) throws -> Bool { false }
  /// Returns `true` by default.
  public func shouldDismiss(_ screen: ScreenID) -> Bool { true }
}

/// The cause of the selection of another page.
public enum PageChangeSource: String, Hashable, Sendable, CaseIterable {
  /// The user tapped its tab.
  case user
  /// An operation, such as `select`.
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
  /// Its layer was dismissed by an operation.
  case dismissed
  /// The user went back.
  case userBack
  /// The user swiped.
  case userSwipe
  /// Something else replaced it.
  case replaced
  /// Its page was removed from the tab bar.
  case pageRemoved
  /// The application was restarted.
  case restarted
  /// Something below it was removed.
  case cascade
  /// One of its ancestors finished.
  case ancestorFinished
  /// An undo or redo removed it.
  case undone

  /// The name in scripts: `userBack`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { String(describing: $0) }
}

/// Describes a coordinator that has finished.
public struct FinishNotice: Hashable, Sendable {
  /// The coordinator that finished.
  public let coordinator: CoordinatorID
  /// The name of its type.
  public let type: String
  /// The parent of the coordinator; an invalid identifier if the parent has finished as well.
  public let parent: CoordinatorID
  /// The result that it passed to `finishFlow`, if it finished that way.
  public let result: NavigationValue?
  /// The reason why it finished.
  public let reason: FinishReason
}
