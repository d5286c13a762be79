/// An event in an engine, such as the appearance of a screen or the rejection of an operation.
/// Events are delivered to observers in the order of occurrence. Benchmark: `W1`.
public struct NavigationEvent: Hashable, Sendable {
  /// The kinds of events. A kind's raw value is its name in scripts and logs.
  public enum Kind: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    case operationBegan = "op.began"
    case operationNoop = "op.noop"
    case operationRejected = "op.rejected"
    case operationCancelled = "op.cancelled"
    case operationWarning = "op.warning"
    case operationSettled = "op.settled"
    case willNavigate
    case didNavigate
    case screenCreated = "screen.created"
    case willDisappear
    case willAppear
    case didDisappear
    case didAppear
    case screenDestroyed = "screen.destroyed"
    case screenUpdated = "screen.updated"
    case entryPushed = "entry.pushed"
    case entryPopped = "entry.popped"
    case layerPresented = "layer.presented"
    case layerDismissed = "layer.dismissed"
    case layerWillDismiss = "layer.willDismiss"
    case layerDidDismiss = "layer.didDismiss"
    case layerDismissAttempted = "layer.dismissAttempted"
    case layerTextEntered = "layer.textEntered"
    case tabChanged = "tab.changed"
    case tabPagesChanged = "tab.pagesChanged"
    case tabUserSelected = "tab.userSelected"
    case tabReselected = "tab.reselected"
    case tabBadge = "tab.badge"
    case rootChanged = "root.changed"
    case coordinatorAttached = "coordinator.attached"
    case coordinatorFinished = "coordinator.finished"
    case childFinished = "child.finished"
    case backIntercepted = "back.intercepted"
    case applicationReady = "app.ready"
    case exitRequested = "app.exitRequested"
    case linkOpened = "link.opened"
    case linkQueued = "link.queued"
    case linkUnhandled = "link.unhandled"
    case handlerFailed = "handler.failed"

    /// The name in scripts and logs, such as `screen.created`.
    public var name: String { rawValue }

    /// Creates the kind with the given name.
    ///
    /// - Parameter name: A name as used in scripts, such as `entry.pushed`. The result is `nil` for
    ///   unknown names.
    public init?(name: String) { self.init(rawValue: name) }

    /// Hashes the kind's position in the list instead of its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(bit) }
  }

  /// The number of the event, counted from 1.
  public let sequence: Int
  /// The virtual time of the event, in milliseconds since the engine was created.
  package let milliseconds: Int
  /// The number of the operation that the event belongs to, counted from 1, or 0 if the event
  /// belongs to no operation.
  public let operation: Int
  /// The kind of the event.
  public let kind: Kind
  /// The object that the event is about.
  public let subject: Subject
  /// The name of the subject: the name of a screen, coordinator type, style, page or text field, or
  /// the name that a call passes, such as a route.
  public let name: String
  /// A second subject, or `nil` if there is none: the owner of the screen or layer, the caller of
  /// the operation, the parent of the attached or finished coordinator, the finished child, or the
  /// coordinator that handled the link.
  public let other: CoordinatorID?
  /// The reason for the event.
  public let reason: Reason
  /// Additional text, such as a URL, a badge, the text of a field, or the message of a rejection or
  /// failure. The value is `nil` if there is none.
  public let detail: String?
  /// Whether the event occurred below another layer.
  public let isHidden: Bool

  /// The virtual time of the event, measured from the creation of the engine.
  public var time: Duration { .milliseconds(milliseconds) }
}

extension NavigationEvent {
  /// The object that an event is about.
  public enum Subject: Hashable, Sendable, BitwiseCopyable {
    case none
    case operation(OperationNumber)
    case screen(ScreenID)
    case coordinator(CoordinatorID)
    case layer(LayerID)
    case tabBar(TabBarID)
  }

  /// The reason for an event.
  public enum Reason: Hashable, Sendable, BitwiseCopyable {
    case none
    /// The reason for a removal.
    case ending(FinishReason)
    /// The reason why an operation changed nothing.
    case outcome(ReasonCode)
  }

  /// The screen, or `nil` if the event is not about a screen.
  public var screen: ScreenID? { if case .screen(let id) = subject { id } else { nil } }

  /// The coordinator, or `nil` if the event is not about a coordinator.
  public var coordinator: CoordinatorID? {
    if case .coordinator(let id) = subject { id } else { nil }
  }

  /// The operation, or `nil` if the event is not about an operation as a whole.
  public var call: OperationNumber? {
    if case .operation(let number) = subject { number } else { nil }
  }

  /// The detail, or the name of the reason if there is no detail. The string is empty if there is
  /// neither.
  public var explanation: String { detail ?? reason.description }

  /// The fields that follow the kind in a log line, such as `s17 product (c3) userBack`.
  public var fields: String {
    [
      subject.description, name, other.map { "(\($0))" } ?? "", explanation,
      isHidden ? "hidden" : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension NavigationEvent.Reason: CustomStringConvertible {
  /// The name of the reason, such as `userBack`. The string is empty for an event without a reason.
  public var description: String {
    switch self {
    case .none: ""
    case .ending(let reason): reason.name
    case .outcome(let code): code.name
    }
  }
}

extension NavigationEvent.Kind {
  /// The kind as a bit in a set of kinds. At most 64 kinds are possible.
  ///
  /// Each event is compared with the observed kinds. Benchmark: `W1`.
  @inline(__always)
  var bit: UInt64 { 1 &<< UInt64(caseNumber(of: self)) }
}
