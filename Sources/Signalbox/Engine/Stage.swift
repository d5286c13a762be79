/// Shows the screens of the model: with UIKit, SwiftUI or a terminal.
///
/// The engine makes decisions; the stage displays them. The state is already committed when a stage
/// is called. The operation stays in flight, and later operations wait, until the stage reports
/// that it has finished. Without a stage, transitions are headless and take only virtual time.
public protocol Stage: AnyObject {
  /// Shows a committed change.
  ///
  /// - Parameters:
  ///   - transition: The change, and the state after it.
  ///   - finished: Call it once when the change is on screen, immediately or later, in the
  ///     isolation of the engine. Further calls have no effect.
  func perform(_ transition: StageTransition, finished: @escaping () -> Void)
}

/// A committed change that a ``Stage`` shows as one transition.
public struct StageTransition {
  /// A step of a transition, in the order of the changes in the model.
  public enum Step: Hashable, Sendable {
    case pushed(ScreenID, name: String, owner: CoordinatorID)
    case popped(ScreenID, name: String, owner: CoordinatorID)
    case presented(LayerID, style: String, owner: CoordinatorID)
    case dismissed(LayerID, style: String, owner: CoordinatorID)
    case selected(TabBarID, page: String)
    case pagesChanged(TabBarID)
    case rootChanged(CoordinatorID)
  }

  /// The operation's or gesture's name.
  public let operation: String
  /// The duration that the operation requests, in virtual time; zero is not animated.
  public let duration: Duration
  /// The changes, in order.
  public let steps: [Step]
  /// The visible state after the transition.
  public let tree: StateDocument
}

extension StageTransition.Step {
  /// Creates the step of an event, if a stage shows events of that kind.
  init?(_ record: EventRecord, symbols: SymbolTable) {
    let (name, owner) = (symbols[record.name], record.other)
    switch (record.kind, record.subject) {
    case (.entryPushed, .screen(let id)): self = .pushed(id, name: name, owner: owner)
    case (.entryPopped, .screen(let id)): self = .popped(id, name: name, owner: owner)
    case (.layerPresented, .layer(let id)): self = .presented(id, style: name, owner: owner)
    case (.layerDismissed, .layer(let id)): self = .dismissed(id, style: name, owner: owner)
    case (.tabChanged, .tabBar(let id)): self = .selected(id, page: name)
    case (.tabPagesChanged, .tabBar(let id)): self = .pagesChanged(id)
    case (.rootChanged, .coordinator(let id)): self = .rootChanged(id)
    default: return nil
    }
  }
}
