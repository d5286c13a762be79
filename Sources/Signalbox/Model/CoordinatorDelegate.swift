/// The behaviour of one coordinator: what an application writes, natively or in a script.
///
/// Every call comes from the engine, one at a time. Operations submitted from a call wait until
/// the running one has settled, except those that a coordinator submits for itself in `start`.
public protocol CoordinatorDelegate: AnyObject {
  /// Shows the first screen. What fails here takes the whole operation back.
  func start(animated: Bool) throws

  /// Shows the first screen where `start` has shown none; where this shows none either, the operation is
  /// rejected as `notAttached`.
  func startEmpty(animated: Bool) throws

  /// The coordinator and its screens come from a snapshot; `start` is not called.
  func didRestore() throws

  /// The coordinator is gone; its identifier names nothing any more.
  func didFinish(_ notice: FinishNotice)

  /// A child is gone.
  func childDidFinish(_ notice: FinishNotice)

  /// Whether ``currentPageDidChange(to:_:)`` is to be called.
  var observesCurrentPage: Bool { get }

  /// Another page of the tab coordinator is selected; `nil` where no page is left. Not called for
  /// the page that its tabs start on, nor by undo.
  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws

  /// The title of one of its screens; `nil` shows the screen's name.
  func title(of screen: ScreenID) -> String?

  /// The labels of what the user can tap on one of its screens, in order.
  func actions(of screen: ScreenID) -> [String]

  /// The user tapped an action of ``actions(of:)``.
  func perform(action: String, on screen: ScreenID) throws

  /// What an action of ``actions(of:)`` will do once its screen is gone, as that of an alert is
  /// when its button is tapped. Asked while the screen still stands.
  func prepare(action: String, on screen: ScreenID) -> () throws -> Void

  /// The user goes back from one of its screens; `true` keeps the engine from doing it.
  func handleBack(on screen: ScreenID) throws -> Bool

  /// Whether the user may swipe away the layer that one of its screens is the front of.
  func shouldDismiss(_ screen: ScreenID) -> Bool
}

extension CoordinatorDelegate {
  /// Does nothing.
  public func startEmpty(animated: Bool) throws {}
  /// Does nothing.
  public func didRestore() throws {}
  /// Does nothing.
  public func didFinish(_ notice: FinishNotice) {}
  /// Does nothing.
  public func childDidFinish(_ notice: FinishNotice) {}
  /// Does not observe it.
  public var observesCurrentPage: Bool { false }
  /// Does nothing.
  public func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {}
  /// No title of its own.
  public func title(of screen: ScreenID) -> String? { nil }
  /// No actions.
  public func actions(of screen: ScreenID) -> [String] { [] }
  /// Does nothing.
  public func perform(action: String, on screen: ScreenID) throws {}
  /// Performs the action, with the identifier of a screen that is gone.
  public func prepare(action: String, on screen: ScreenID) -> () throws -> Void {
    { [self] in try perform(action: action, on: screen) }
  }
  /// Leaves it to the engine.
  public func handleBack(on screen: ScreenID) throws -> Bool { false }
  /// Lets the user.
  public func shouldDismiss(_ screen: ScreenID) -> Bool { true }
}

/// What selected another page.
public enum PageChangeSource: String, Hashable, Sendable, CaseIterable {
  /// The user tapped its tab.
  case user
  /// An operation, such as `select`.
  case operation
  /// The pages themselves changed.
  case pages
}

/// Why a coordinator or layer went away.
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
  /// Something else took its place.
  case replaced
  /// Its page was removed from the tab bar.
  case pageRemoved
  /// The application was restarted.
  case restarted
  /// Something below it went away.
  case cascade
  /// A coordinator above it in the tree finished.
  case ancestorFinished
  /// An undo or redo took it away.
  case undone

  /// The word itself: `userBack`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { String(describing: $0) }
}

/// Tells that a coordinator has finished.
public struct FinishNotice: Hashable, Sendable {
  /// The coordinator that is gone.
  public let coordinator: CoordinatorID
  /// The name of its type.
  public let type: String
  /// The coordinator that it belonged to; names nothing for a parent that is gone as well.
  public let parent: CoordinatorID
  /// What it gave to `finishFlow`, if it finished that way.
  public let result: NavigationValue?
  /// Why it is gone.
  public let reason: FinishReason
}
