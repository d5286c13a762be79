/// An event in an engine, such as the appearance of a screen or the rejection of an operation.
/// Events are delivered to observers in the order of occurrence. Benchmark: `W1`.
public struct NavigationEvent: Hashable, Sendable {
  /// The kinds of events. A kind's raw value is its name in scripts and logs.
  public enum Kind: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// An operation begins. The engine has not checked its preconditions yet.
    case operationBegan = "op.began"
    /// An operation has no effect. The reason contains the code.
    case operationNoop = "op.noop"
    /// An operation is rejected. The reason contains the code, and the detail contains the message.
    case operationRejected = "op.rejected"
    /// An operation is cancelled before it runs. The reason contains the code.
    case operationCancelled = "op.cancelled"
    /// An operation succeeds but is probably a mistake, such as a push below a layer.
    case operationWarning = "op.warning"
    /// An operation has settled: its animation has ended, and its completion handler has been called.
    case operationSettled = "op.settled"
    /// The preconditions of an operation are met. Guards have not been called, coordinators have
    /// not started, and observers still see the old state.
    case willNavigate
    /// The change is complete. Only an operation with the status `done` emits this event.
    case didNavigate
    /// A screen is created. The change has not been committed yet.
    case screenCreated = "screen.created"
    /// A screen is about to disappear. The change has not been committed yet.
    case willDisappear
    /// A screen is about to appear. The change has not been committed yet.
    case willAppear
    /// A screen has disappeared. The animation has ended.
    case didDisappear
    /// A screen has appeared. The animation has ended.
    case didAppear
    /// A removed screen is destroyed. The animation has ended, and the appearance events have been
    /// emitted.
    case screenDestroyed = "screen.destroyed"
    /// The arguments of a screen change in place.
    case screenUpdated = "screen.updated"
    /// A screen is added to a stack.
    case entryPushed = "entry.pushed"
    /// A screen is removed from a stack. The reason is a finish reason.
    case entryPopped = "entry.popped"
    /// A layer is added on top of the window. The name is its style.
    case layerPresented = "layer.presented"
    /// A layer is removed, by the user or by code. The reason is a finish reason.
    case layerDismissed = "layer.dismissed"
    /// The user dismisses a layer with a back gesture or a swipe. This event precedes
    /// ``layerDismissed``.
    case layerWillDismiss = "layer.willDismiss"
    /// The user has dismissed a layer with a back gesture or a swipe. This event follows
    /// ``layerDismissed``.
    case layerDidDismiss = "layer.didDismiss"
    /// The user swipes an interactive layer down, but its front screen or coordinator prevents the
    /// dismissal.
    case layerDismissAttempted = "layer.dismissAttempted"
    /// The text of a field in an alert changes. The name is the field, and the detail is its text.
    case layerTextEntered = "layer.textEntered"
    /// Another page is selected, by the user or by code.
    case tabChanged = "tab.changed"
    /// Pages are added, removed, replaced or reordered, or their titles or icons change.
    case tabPagesChanged = "tab.pagesChanged"
    /// The user taps a tab, including the tab that is already selected.
    case tabUserSelected = "tab.userSelected"
    /// The user taps the selected tab, or `focusFirst` is called for it.
    case tabReselected = "tab.reselected"
    /// The badge of a tab changes. The detail is the new badge, or `nil` if the badge is removed.
    case tabBadge = "tab.badge"
    /// The root of a coordinator or the main coordinator is set or replaced.
    case rootChanged = "root.changed"
    /// A coordinator has been added to the coordinator tree and has started.
    case coordinatorAttached = "coordinator.attached"
    /// A coordinator has finished. The reason is a finish reason.
    case coordinatorFinished = "coordinator.finished"
    /// A child has finished, and its parent remains. The subject is the parent.
    case childFinished = "child.finished"
    /// A coordinator handles the user's back gesture, so that the front screen remains.
    case backIntercepted = "back.intercepted"
    /// The first screen of the application has appeared. Waiting deep links are opened.
    case applicationReady = "app.ready"
    /// The user goes back while only the root of the application remains.
    case exitRequested = "app.exitRequested"
    /// A coordinator or the application handles a deep link.
    case linkOpened = "link.opened"
    /// A deep link waits until the application is ready, or its handler defers it.
    case linkQueued = "link.queued"
    /// No coordinator handles a deep link, and neither does the application.
    case linkUnhandled = "link.unhandled"
    /// A callback fails, or a stage does not show a transition. The detail is the message.
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
    /// No object. The event is about the application or a deep link, or it reports a failure.
    case none
    /// An operation or gesture, by its number in the catalog.
    case operation(OperationNumber)
    /// A screen, which may no longer exist.
    case screen(ScreenID)
    /// A coordinator, which may have finished.
    case coordinator(CoordinatorID)
    /// A layer of the window, which may no longer exist.
    case layer(LayerID)
    /// The tab bar of a tab coordinator.
    case tabBar(TabBarID)
  }

  /// The reason for an event.
  public enum Reason: Hashable, Sendable, BitwiseCopyable {
    /// The kind of the event needs no reason.
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
