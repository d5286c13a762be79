/// Displays the screens of the model, for example with UIKit, with SwiftUI or in a terminal.
///
/// The state is already committed when the engine calls the stage. The operation remains in flight,
/// and later operations wait, until the stage reports that the transition has finished. Without a
/// stage, transitions are headless and take only virtual time.
public protocol Stage: AnyObject {
  /// Shows a committed change.
  ///
  /// - Parameters:
  ///   - transition: The change and the resulting state.
  ///   - completion: A value that ends the transition. Call one of its methods once, immediately or
  ///     later, in the engine's isolation. Otherwise, the engine ends the transition when the
  ///     transition exceeds its duration by ``NavigationEngine/stageTimeLimit``, and reports a
  ///     ``StageFailure``.
  func perform(_ transition: StageTransition, completion: StageCompletion)
}

/// Ends a transition that a ``Stage`` is performing. Only the first call has an effect.
public struct StageCompletion {
  let end: (StageFailure.Cause?) -> Void

  /// Ends the transition successfully, because the change is visible.
  public func finish() { end(nil) }

  /// Ends the transition as failed, because the platform has not shown the change.
  ///
  /// The engine's state does not change, and the next operation runs. The failure is reported as a
  /// ``StageFailure``, both to the engine's hooks and as an event.
  ///
  /// - Parameter reason: A description of the platform's actual behavior, in lower case and without
  ///   a period.
  public func fail(_ reason: String) { end(.rejected(reason)) }
}

/// An error that describes a transition that a ``Stage`` failed to show.
/// ``EngineHooks/onHandlerFailure`` receives the error.
public struct StageFailure: Error, Hashable, Sendable {
  /// The reason why the transition was not shown.
  public enum Cause: Hashable, Sendable {
    /// The platform did not show the transition, for the reason that the stage passed.
    case rejected(String)
    /// The stage did not end the transition within the engine's time limit.
    case forgotten(limit: Duration)
  }

  /// The name of the operation or gesture.
  public let operation: String
  /// The transition's number, which equals ``StageTransition/number``.
  public let number: Int
  /// The reason why the transition was not shown.
  public let cause: Cause
}

extension StageFailure: CustomStringConvertible {
  /// A one-sentence description, such as `navigate: the stage did not show transition 4: …`.
  public var description: String {
    switch cause {
    case .rejected(let reason):
      "\(operation): the stage did not show transition \(number): \(reason)"
    case .forgotten(let limit):
      "\(operation): the stage did not end transition \(number) within \(limit); call finish() or "
        + "fail(_:) on its completion, or raise stageTimeLimit"
    }
  }
}

/// The origin of a transition.
public enum TransitionOrigin: Hashable, Sendable {
  /// The application called an operation.
  case operation
  /// The user performed a gesture, which a scenario may have simulated.
  case gesture
  /// The platform changed the interface on its own, and the stage reported the change
  /// (``OperationOptions/isReportedByStage``).
  case system
}

/// A committed change that a ``Stage`` shows as one transition.
public struct StageTransition {
  /// A step of a transition. Steps are listed in the order of the changes to the model.
  public enum Step: Hashable, Sendable {
    /// A screen was added on top of its stack.
    case pushed(ScreenID, name: String, owner: CoordinatorID)
    /// A screen was removed from its stack.
    case popped(ScreenID, name: String, owner: CoordinatorID)
    /// The screen has new arguments, and possibly a new title.
    case updated(ScreenID, name: String, owner: CoordinatorID)
    /// A layer was added on top of the window.
    case presented(LayerID, style: String, owner: CoordinatorID)
    /// A layer was removed.
    case dismissed(LayerID, style: String, owner: CoordinatorID)
    /// The text of an alert's field has changed.
    case textEntered(LayerID, field: String)
    /// Another page was selected.
    case selected(TabBarID, page: String)
    /// Pages were added, removed, replaced or reordered, or their titles or icons changed.
    case pagesChanged(TabBarID)
    /// The badge of a page has changed. The badge is `nil` if it was removed.
    case badgeChanged(TabBarID, page: String, badge: String?)
    /// The root of the coordinator was set or replaced, or the coordinator became the main
    /// coordinator.
    case rootChanged(CoordinatorID)
  }

  /// The number of the operation, which identifies the transition. The number equals
  /// ``NavigationEvent/operation``.
  public let number: Int
  /// The name of the operation or gesture.
  public let operation: String
  /// The origin of the transition.
  public let origin: TransitionOrigin
  /// The duration that the operation requests, in virtual time. Zero means no animation.
  public let duration: Duration
  /// The changes, in the order in which they were made.
  public let steps: [Step]
  /// The visible state after the transition.
  public let tree: StateDocument
  /// The visible interface after the transition.
  public let interface: InterfaceTree
}

extension StageTransition.Step {
  /// Creates the step for an event, or returns `nil` if stages do not show events of that kind.
  ///
  /// - Parameter text: The string that belongs to the event, or `nil` if there is none.
  init?(_ record: EventRecord, text: String?, symbols: SymbolTable) {
    let (name, owner) = (symbols[record.name], record.other)
    switch (record.kind, record.subject) {
    case (.entryPushed, .screen(let id)): self = .pushed(id, name: name, owner: owner)
    case (.entryPopped, .screen(let id)): self = .popped(id, name: name, owner: owner)
    case (.screenUpdated, .screen(let id)): self = .updated(id, name: name, owner: owner)
    case (.layerPresented, .layer(let id)): self = .presented(id, style: name, owner: owner)
    case (.layerDismissed, .layer(let id)): self = .dismissed(id, style: name, owner: owner)
    case (.layerTextEntered, .layer(let id)): self = .textEntered(id, field: name)
    case (.tabChanged, .tabBar(let id)): self = .selected(id, page: name)
    case (.tabPagesChanged, .tabBar(let id)): self = .pagesChanged(id)
    case (.tabBadge, .tabBar(let id)): self = .badgeChanged(id, page: name, badge: text)
    case (.rootChanged, .coordinator(let id)): self = .rootChanged(id)
    default: return nil
    }
  }
}

/// An engine's stage and its time limit.
struct Staging {
  var stage: (any Stage)?
  /// The virtual time that a transition may take in addition to its duration, in milliseconds.
  var limit = Self.defaultLimit
  /// The layers that the running animation removes.
  var dismissing: [StateDocument.Layer] = []

  static let defaultLimit = 10_000
}

extension OperationCall {
  /// The origin of the call's transition.
  var origin: TransitionOrigin {
    if options.isReportedByStage { return .system }
    let signature = OperationCatalog.signature(at: operation)
    return signature.receiver == .user ? .gesture : .operation
  }
}
