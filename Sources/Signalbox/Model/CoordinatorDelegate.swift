/// The behavior of a coordinator, which an application implements in Swift or in a script.
///
/// The engine makes one call at a time, except for nested starts and for queries such as
/// ``title(of:)``. Operations that are submitted during a call wait until the running operation has
/// settled, except for operations that a coordinator calls on itself in `start`.
public protocol CoordinatorDelegate: AnyObject {
  /// Shows the first screen. If this method throws, the whole operation is rolled back.
  ///
  /// - Parameter animated: Whether the operation that shows the coordinator is animated. Pass the
  ///   value on to the operations that you call.
  func start(animated: Bool) throws

  /// Shows the first screen if `start` has not shown a screen. If this method does not show a
  /// screen either, the operation is rejected as `notAttached`.
  ///
  /// - Parameter animated: Whether the operation that shows the coordinator is animated.
  func startEmpty(animated: Bool) throws

  /// Called after the coordinator and its screens have been restored from a snapshot. `start` is
  /// not called in this case.
  func didRestore() throws

  /// Called when the coordinator has finished. The coordinator's identifier is no longer valid. If
  /// this method throws, the error is reported.
  ///
  /// - Parameter notice: The coordinator, the reason why it finished, and its result.
  func didFinish(_ notice: FinishNotice) throws

  /// Called when a child has finished. If this method throws, the error is reported.
  ///
  /// - Parameter notice: The child, the reason why it finished, and its result.
  func childDidFinish(_ notice: FinishNotice) throws

  /// Whether the engine calls ``currentPageDidChange(to:_:)``.
  var observesCurrentPage: Bool { get }

  /// Called when another page of the tab coordinator is selected. This method is not called for the
  /// initially selected page, or when an undo or a redo changes the selection.
  ///
  /// - Parameters:
  ///   - page: The id of the newly selected page, or `nil` if no page is left.
  ///   - source: The reason why the page was selected.
  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws

  /// Returns the title of one of the coordinator's screens, or `nil` to use the screen's name.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func title(of screen: ScreenID) -> String?

  /// Returns the labels of the actions that the user can tap on one of the coordinator's screens,
  /// in display order.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  func actions(of screen: ScreenID) -> [String]

  /// Called when the user taps an action returned by ``actions(of:)``.
  ///
  /// - Parameters:
  ///   - action: The label of the tapped action.
  ///   - screen: The screen that shows the action.
  func perform(action: String, on screen: ScreenID) throws

  /// Returns a handler for an action that runs after the screen has been removed, such as the
  /// action of a tapped alert button. This method is called while the screen is still shown.
  ///
  /// - Parameters:
  ///   - action: The label that was tapped.
  ///   - texts: The texts of the alert's fields, keyed by name.
  ///   - screen: The screen that shows the action. The screen is removed before the handler is
  ///     called.
  func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void

  /// Returns the role of the alert button for an action, or `nil` for a button without a role.
  ///
  /// - Parameters:
  ///   - action: One of the ``actions(of:)``.
  ///   - screen: The screen that shows the action.
  func role(of action: String, on screen: ScreenID) -> AlertButton.Role?

  /// Called when the user goes back from one of the coordinator's screens, except with a swipe or
  /// the back button's menu. Return `true` to prevent the default behavior.
  ///
  /// - Parameter screen: The screen that the user is leaving.
  func handleBack(on screen: ScreenID) throws -> Bool

  /// Returns whether the user may swipe away a layer whose front screen belongs to the coordinator.
  ///
  /// - Parameter screen: The front screen of the layer.
  func shouldDismiss(_ screen: ScreenID) -> Bool

  /// A function that restores the current values of the coordinator's own properties, for
  /// ``NavigationEngine/checkpoint()``. The engine can call the function any number of times, even
  /// after the coordinator has finished.
  ///
  /// If the value is `nil`, which is the default, the properties cannot be restored, and
  /// checkpoints are rejected as long as the coordinator exists. ``restoring(_:)`` returns such a
  /// function for a list of properties.
  var restoring: (() -> Void)? { get }
}

extension CoordinatorDelegate {
  /// The default implementation does nothing.
  public func startEmpty(animated: Bool) throws {}
  /// The default implementation does nothing.
  public func didRestore() throws {}
  /// The default implementation does nothing.
  public func didFinish(_ notice: FinishNotice) throws {}
  /// The default implementation does nothing.
  public func childDidFinish(_ notice: FinishNotice) throws {}
  /// The default is `false`.
  public var observesCurrentPage: Bool { false }
  /// The default implementation does nothing.
  public func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {}
  /// The default implementation returns `nil`.
  public func title(of screen: ScreenID) -> String? { nil }
  /// The default implementation returns no actions.
  public func actions(of screen: ScreenID) -> [String] { [] }
  /// The default implementation does nothing.
  public func perform(action: String, on screen: ScreenID) throws {}
  /// The default implementation returns a handler that calls ``perform(action:on:)`` with the
  /// identifier of the removed screen.
  public func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void {
    { [self] in try perform(action: action, on: screen) }
  }
  /// The default implementation returns `nil`.
  public func role(of action: String, on screen: ScreenID) -> AlertButton.Role? { nil }
  /// The default implementation returns `false`.
  public func handleBack(on screen: ScreenID) throws -> Bool { false }
  /// The default implementation returns `true`.
  public func shouldDismiss(_ screen: ScreenID) -> Bool { true }
  /// The default is `nil`, so checkpoints are rejected.
  public var restoring: (() -> Void)? { nil }

  /// Returns a function that resets the given properties to the values that they have at the time
  /// of this call. Use this method to implement ``restoring``. Without arguments, the returned
  /// function does nothing.
  ///
  /// ```swift
  /// var restoring: (() -> Void)? { restoring(\.items, \.total) }
  /// ```
  ///
  /// - Parameter properties: All properties that can change. Objects that they refer to are not
  ///   copied.
  public func restoring<each Value>(
    _ properties: repeat ReferenceWritableKeyPath<Self, each Value>
  ) -> () -> Void {
    let values = (repeat self[keyPath: each properties])
    // Without properties, there is nothing to restore. Benchmark: `W8`.
    guard MemoryLayout.size(ofValue: values) > 0 else { return {} }
    return { [self] in
      repeat assign(each values, to: each properties)
    }
  }

  private func assign<Value>(_ value: Value, to property: ReferenceWritableKeyPath<Self, Value>) {
    self[keyPath: property] = value
  }
}

/// The reason why another page was selected.
public enum PageChangeSource: String, Hashable, Sendable, CaseIterable {
  /// The user tapped the page's tab.
  case user
  /// An operation such as `select` was called.
  case operation
  /// The pages were replaced.
  case pages
}

/// The reason why a coordinator finished, a layer was dismissed, or a screen was removed from a
/// stack.
public enum FinishReason: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// `finishFlow` finished the coordinator or removed the layer or screen, or the coordinator's
  /// parent called `removeDependency`.
  case finished
  /// An operation popped the screen, or all screens of the coordinator.
  case popped
  /// An operation dismissed the layer or the coordinator, or the user tapped a button of the
  /// dialog.
  case dismissed
  /// The user went back.
  case userBack
  /// The user swiped the layer or screen away.
  case userSwipe
  /// A different screen or coordinator replaced the coordinator, layer or screen.
  case replaced
  /// The coordinator's page was removed from the tab bar.
  case pageRemoved
  /// The application was restarted.
  case restarted
  /// A screen or layer below the layer was removed. The coordinator that fills the layer finishes
  /// with the same reason.
  case cascade
  /// An ancestor of the coordinator finished.
  case ancestorFinished
  /// An undo or redo removed the coordinator, layer or screen.
  case undone

  /// The name in scripts, such as `userBack`.
  public var name: String { rawValue }
}

/// A description of a coordinator that has finished.
public struct FinishNotice: Hashable, Sendable {
  /// The coordinator that finished.
  public let coordinator: CoordinatorID
  /// The name of the coordinator's type.
  public let type: String
  /// The identifier of the coordinator's parent. The identifier is not valid if the parent has also
  /// finished, or if the coordinator was the main coordinator.
  public let parent: CoordinatorID
  /// The result that was passed to `finishFlow`, or `nil` if no result was passed.
  public let result: NavigationValue?
  /// The reason why the coordinator finished.
  public let reason: FinishReason
  /// Whether the flow was completed with `finishFlow`. The value is `false` if the coordinator was
  /// removed in any other way, even if the reason is `finished`.
  var isCompleted = false
}
