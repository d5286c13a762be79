public import Signalbox

/// A platform that shows screens for an ``InterfaceReconciler``.
///
/// The reconciler never assumes that a command has had an effect. It reads ``shown`` after each
/// command. A host calls ``InterfaceReconciler/handle(_:)`` to report user navigation and changes
/// by the platform.
@MainActor
public protocol InterfaceHost: AnyObject {
  /// The interface that the platform currently shows. The reconciler reads this property only while
  /// no command and no interactive gesture is running.
  var shown: InterfaceTree { get }

  /// Performs a command.
  ///
  /// - Parameters:
  ///   - command: The command, which refers to items in ``shown``.
  ///   - isAnimated: Whether to animate the change.
  ///   - completion: A closure to call when the change is visible or has been rejected. Further
  ///     calls have no effect.
  func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void)

  /// Returns whether the transition of an interactive gesture is running. The reconciler's time
  /// limit does not apply to such a transition, because the user can pause the gesture.
  ///
  /// - Parameter gesture: A gesture that the host has reported as begun, but not yet as cancelled
  ///   or completed.
  func isActive(_ gesture: InteractiveGesture) -> Bool

  /// Returns whether an application's gesture drives the transition of the running command. The
  /// reconciler's time limit does not apply to such a transition, because the user can pause the
  /// gesture. The default implementation returns `false`.
  ///
  /// - Parameter command: The command that was passed to the last call of
  ///   ``perform(_:isAnimated:completion:)``.
  func isInteractive(_ command: InterfaceCommand) -> Bool

  /// Returns whether a split view currently shows the sidebar and the detail column next to each
  /// other. The platform expands and collapses split views, and the host does not report these
  /// changes. The default implementation returns `false`.
  ///
  /// - Parameter stack: A stack in ``shown``. The result is `false` for a stack that is not a split
  ///   view.
  func isExpanded(_ stack: StackID) -> Bool

  /// Stops waiting for a command that the platform has not completed within the time limit. The
  /// command's completion no longer has an effect, and ``shown`` must return the actual interface.
  ///
  /// - Parameter command: The command that was passed to the last call of
  ///   ``perform(_:isAnimated:completion:)``.
  func abandon(_ command: InterfaceCommand)

  /// Releases items that are no longer shown. The reconciler calls this method when the interface
  /// is equal to the engine's state.
  func didSettle()

  /// Changes a screen's title without a transition.
  ///
  /// - Parameters:
  ///   - title: The screen title.
  ///   - screen: A screen in ``shown``. Other screens are ignored.
  func setTitle(_ title: String, of screen: ScreenID)

  /// Shows a screen's new arguments after the operation `update`, an undo or a redo has changed the
  /// arguments. The reconciler sets the title separately. The default implementation does nothing.
  ///
  /// - Parameter screen: A screen in ``shown``. Other screens are ignored.
  func showUpdate(of screen: ScreenID)

  /// Calls a function on the main actor after a delay.
  ///
  /// - Parameters:
  ///   - delay: The real time until the call. The value 0 means the next turn of the main loop.
  ///   - action: The function to call.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
}

extension InterfaceHost {
  /// Returns `false` by default.
  public func isInteractive(_ command: InterfaceCommand) -> Bool { false }

  /// Returns `false` by default.
  public func isExpanded(_ stack: StackID) -> Bool { false }

  /// Does nothing by default.
  public func showUpdate(of screen: ScreenID) {}
}

/// An event that a host reports: user navigation, or a change by the platform.
public enum InterfaceEvent: Hashable, Sendable {
  /// The user tapped the back button, pressed Escape or used the system's back gesture. Nothing has
  /// changed yet.
  case back
  /// The user tapped a page's tab. The page may already be selected. Nothing has changed yet.
  case tappedTab(page: String, of: TabBarID)
  /// The user tapped a button of an alert. The platform has removed the alert.
  case tappedButton(String, of: LayerID)
  /// The user changed the text of an alert's field.
  case entered(String, field: String, of: LayerID)
  /// The user tried to swipe down a layer that is not dismissible.
  case attemptedDismissal(LayerID)

  /// The user has begun an interactive gesture.
  case began(InteractiveGesture)
  /// The gesture has progressed. The progress is between 0 and 1.
  case moved(InteractiveGesture, progress: Double)
  /// The user has cancelled the gesture. Nothing has changed.
  case cancelled(InteractiveGesture)
  /// The user has completed the gesture. The platform has removed the screen or layer.
  case completed(InteractiveGesture)

  /// The platform has removed screens from a stack: through the back button's menu, a back button
  /// that could not be intercepted, or a call by the application.
  case popped(StackID)
  /// The platform has removed a layer and everything above it.
  case dismissed(LayerID, byUser: Bool)
  /// The platform has selected a page.
  case selected(page: String, of: TabBarID)
}

/// A gesture with interactive progress.
public enum InteractiveGesture: Hashable, Sendable {
  /// A swipe back from the topmost screen of a stack.
  case swipeBack(StackID)
  /// A swipe down on a layer.
  case swipeDown(LayerID)
}

/// A problem that prevents an interface from showing the engine's state as intended. The problem is
/// reported as a handler failure (`EngineHooks.onHandlerFailure`).
public enum InterfaceProblem: Error, Hashable, Sendable {
  /// The platform rejected a command repeatedly.
  case rejected(InterfaceCommand, reason: String)
  /// The platform did not complete a command within the reconciler's time limit.
  case forgotten(InterfaceCommand, limit: Duration)
  /// The platform ended the transition of an interactive gesture, but did not report the gesture's
  /// end within the reconciler's time limit.
  case endlessGesture(InteractiveGesture, limit: Duration)
  /// A view set a stack's path to a path that is not a prefix of the current path. Only the engine
  /// can push screens.
  case foreignPath(StackID)
  /// The application has registered a presentation style, but the views contain no presentation for
  /// the style.
  case missingPresentation(style: String)
  /// The application has registered a push style that allows a gesture to drive pushes, but the
  /// interface does not support such gestures. The pushes are shown, but no gesture can drive them.
  case unsupportedGesture(style: String)
}

extension InterfaceProblem: CustomStringConvertible {
  /// A one-sentence description of the problem.
  public var description: String {
    switch self {
    case .rejected(let command, let reason):
      "the interface repeatedly rejected the command \(command.summary): \(reason)"
    case .forgotten(let command, let limit):
      "the interface did not complete the command \(command.summary) within \(limit)"
    case .endlessGesture(let gesture, let limit):
      "the end of \(gesture) was not reported within \(limit), so the gesture was cancelled"
    case .foreignPath(let stack):
      "a view set the path of stack \(stack) to a path that is not a prefix of the current path; "
        + "use the router of a coordinator to push"
    case .missingPresentation(let style):
      "the views have no presentation for the style \"\(style)\"; add one to the "
        + "InterfaceView with presentation(of: \"\(style)\")"
    case .unsupportedGesture(let style):
      "a gesture cannot drive pushes of the style \"\(style)\" in SwiftUI, because NavigationStack "
        + "pushes without a gesture; set isInteractive of the style to false, or use UIKitInterface"
    }
  }
}

/// The identifiers of all items in an interface. A host releases items with other identifiers.
struct InterfaceIdentifiers {
  let layers: Set<LayerID>
  let stacks: Set<StackID>
  let tabBars: Set<TabBarID>
  let screens: Set<ScreenID>

  init(_ tree: InterfaceTree) {
    let contents = tree.layers.compactMap(\.contents)
    layers = Set(tree.layers.map(\.id))
    stacks = Set(contents.flatMap { $0.stacks.map(\.id) })
    tabBars = Set(contents.flatMap { $0.tabBars.map(\.id) })
    screens = Set(tree.screens)
  }
}

extension InterfaceCommand {
  /// The name of the command and its subject, for messages.
  var summary: String {
    switch self {
    case .setRoot(let layer): "setRoot \(layer.map { "\($0.id)" } ?? "nothing")"
    case .setContents(_, let layer): "setContents \(layer)"
    case .setScreens(let screens, let stack, _):
      "setScreens \(stack) \(screens.map(\.description).joined(separator: " "))"
    case .setStack(let stack, _): "setStack \(stack.id)"
    case .setPages(let pages, _, let bar):
      "setPages \(bar) \(pages.map(\.id).joined(separator: " "))"
    case .setPageContents(_, let page, let bar): "setPageContents \(bar) \(page)"
    case .select(let page, let bar): "select \(bar) \(page)"
    case .setBadge(let badge, let page, let bar): "setBadge \(bar) \(page) \(badge ?? "nothing")"
    case .present(let layer): "present \(layer.id) \(layer.style)"
    case .dismiss(let layer): "dismiss \(layer)"
    case .setDismissible(let isDismissible, let layer): "setDismissible \(layer) \(isDismissible)"
    case .setText(_, let field, let layer): "setText \(layer) \(field)"
    }
  }
}
