/// What really shows screens: UIKit, SwiftUI, a terminal.
///
/// The engine decides, the stage performs. The state is committed when a stage is called; the
/// operation stays in flight, and later ones wait, until the stage says that it has finished.
/// Without a stage transitions are headless and take virtual time alone.
public protocol Stage: AnyObject {
  /// Shows a committed change.
  ///
  /// - Parameters:
  ///   - transition: What changed, and what is shown from now on.
  ///   - finished: Called once when the change is on screen, at once or later, on the engine's own
  ///     thread. Calls after the first do nothing.
  func perform(_ transition: StageTransition, finished: @escaping () -> Void)
}

/// One committed change, for a ``Stage`` to show as one transition.
public struct StageTransition {
  /// One step of a transition, in the order of the model's changes.
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
  /// Virtual milliseconds that the operation asked for; 0 is not animated.
  public let duration: Int
  /// What changed.
  public let steps: [Step]
  /// What is shown from now on.
  public let tree: StateDocument
}

extension StageTransition.Step {
  /// The step behind an event, if it is one that a stage shows.
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
