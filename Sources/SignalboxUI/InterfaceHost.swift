public import Signalbox

/// A platform that shows screens: the side of ``InterfaceReconciler`` that knows views.
///
/// The reconciler never assumes that a command had an effect: it reads ``shown`` after each one. A
/// host reports the moves of the user and the changes that the platform makes by itself with
/// ``InterfaceReconciler/handle(_:)``.
@MainActor
public protocol InterfaceHost: AnyObject {
  /// The interface that the platform currently shows. Read only while no command and no interactive
  /// gesture is running.
  var shown: InterfaceTree { get }

  /// Makes the change of a command.
  ///
  /// - Parameters:
  ///   - command: The change; refers to what ``shown`` contains.
  ///   - isAnimated: Whether the user sees how it changes.
  ///   - completion: Called when the change is visible, or was rejected; further calls have no effect.
  func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void)

  /// Whether the transition of an interactive gesture is running: a finger can rest as long as it likes.
  ///
  /// - Parameter gesture: A gesture whose beginning the host has reported, and whose end it has not.
  func isActive(_ gesture: InteractiveGesture) -> Bool

  /// Whether a gesture of the application drives the transition of the running command: a finger can
  /// rest as long as it likes. By default, none does.
  ///
  /// - Parameter command: The command of the last call of ``perform(_:isAnimated:completion:)``.
  func isInteractive(_ command: InterfaceCommand) -> Bool

  /// Stops waiting for a command: the platform has not ended it within the time limit, and its
  /// completion no longer has an effect. ``shown`` is what the platform has made of it.
  ///
  /// - Parameter command: The command of the last call of ``perform(_:isAnimated:completion:)``.
  func abandon(_ command: InterfaceCommand)

  /// Releases what is no longer shown: the interface is equal to the state of the engine.
  func didSettle()

  /// Shows another title for a screen, without a transition.
  ///
  /// - Parameters:
  ///   - title: The title of the screen.
  ///   - screen: A screen of ``shown``; others are ignored.
  func setTitle(_ title: String, of screen: ScreenID)

  /// Calls a function later, on the main actor.
  ///
  /// - Parameters:
  ///   - delay: The real time until the call; 0 is the next turn of the main loop.
  ///   - action: The function to call.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
}

extension InterfaceHost {
  /// Returns `false` by default.
  public func isInteractive(_ command: InterfaceCommand) -> Bool { false }
}

/// What a host reports: a move of the user, or a change that the platform made by itself.
public enum InterfaceEvent: Hashable, Sendable {
  /// The user tapped the back button, pressed Escape or used the system's back gesture. Nothing has
  /// changed yet.
  case back
  /// The user tapped a page of a tab bar, perhaps the selected one. Nothing has changed yet.
  case tappedTab(page: String, of: TabBarID)
  /// The user tapped a button of an alert, which the platform has removed.
  case tappedButton(String, of: LayerID)
  /// The user changed the text of a field of an alert.
  case entered(String, field: String, of: LayerID)
  /// The user tried to swipe a layer away that is not dismissible.
  case attemptedDismissal(LayerID)

  /// The user has begun an interactive gesture.
  case began(InteractiveGesture)
  /// The user has moved further, to a part of the way from 0 to 1.
  case moved(InteractiveGesture, progress: Double)
  /// The user has cancelled the gesture: nothing has changed.
  case cancelled(InteractiveGesture)
  /// The user has completed the gesture: the platform has removed the screen or layer.
  case completed(InteractiveGesture)

  /// The platform has removed screens from a stack: with the menu of the back button, a back button
  /// that could not be intercepted, or a call of the application.
  case popped(StackID)
  /// The platform has removed a layer and everything above it.
  case dismissed(LayerID, byUser: Bool)
  /// The platform has selected a page.
  case selected(page: String, of: TabBarID)
}

/// A gesture that follows the finger.
public enum InteractiveGesture: Hashable, Sendable {
  /// Swipes the topmost screen of a stack back.
  case swipeBack(StackID)
  /// Pulls a layer down.
  case swipeDown(LayerID)
}

/// A difference between the engine and the interface that could not be removed, or that took too long:
/// reported as a failure of a handler (`EngineHooks.onHandlerFailure`).
public enum InterfaceProblem: Error, Hashable, Sendable {
  /// The platform rejected a command repeatedly.
  case rejected(InterfaceCommand, reason: String)
  /// The platform did not end a command within the time limit of the reconciler.
  case forgotten(InterfaceCommand, limit: Duration)
  /// The platform has ended the transition of an interactive gesture, and has not reported its end within
  /// the time limit of the reconciler.
  case endlessGesture(InteractiveGesture, limit: Duration)
  /// A view set a path with screens that are not on the stack: only the engine pushes.
  case foreignPath(StackID)
}

extension InterfaceProblem: CustomStringConvertible {
  /// One sentence: the command and what happened to it.
  public var description: String {
    switch self {
    case .rejected(let command, let reason):
      "the interface rejected \(command.summary) repeatedly: \(reason)"
    case .forgotten(let command, let limit):
      "the interface did not end \(command.summary) within \(limit)"
    case .endlessGesture(let gesture, let limit):
      "the end of \(gesture) was not reported within \(limit), so it was cancelled"
    case .foreignPath(let stack):
      "a view set a path of stack \(stack) that is not the beginning of its path; use the router of a "
        + "coordinator to push"
    }
  }
}

/// The identifiers of everything in an interface, for a host that releases what is no longer shown.
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
  /// The command with its subject, for messages.
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
