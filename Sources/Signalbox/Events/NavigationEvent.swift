/// What others hear of the engine's work, in order.
public struct NavigationEvent: Hashable, Sendable {
  /// What kinds of events there are.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    case operationBegan, operationNoop, operationRejected, operationCancelled, operationWarning
    case operationSettled
    case willNavigate, didNavigate
    case screenCreated, willDisappear, willAppear, didDisappear, didAppear, screenDestroyed
    case screenUpdated
    case entryPushed, entryPopped
    case layerPresented, layerDismissed, layerWillDismiss, layerDidDismiss, layerDismissAttempted
    case tabChanged, tabPagesChanged, tabUserSelected, tabReselected, tabBadge
    case rootChanged
    case coordinatorAttached, coordinatorFinished, childFinished
    case backIntercepted
    case applicationReady, exitRequested
    case linkOpened, linkQueued, linkUnhandled
    case handlerFailed

    /// The name in scripts and logs, such as `screen.created`.
    public var name: String { Self.names[Int(rawValue)] }

    private static let names = [
      "op.began", "op.noop", "op.rejected", "op.cancelled", "op.warning", "op.settled",
      "willNavigate", "didNavigate",
      "screen.created", "willDisappear", "willAppear", "didDisappear", "didAppear",
      "screen.destroyed", "screen.updated",
      "entry.pushed", "entry.popped",
      "layer.presented", "layer.dismissed", "layer.willDismiss", "layer.didDismiss",
      "layer.dismissAttempted",
      "tab.changed", "tab.pagesChanged", "tab.userSelected", "tab.reselected", "tab.badge",
      "root.changed",
      "coordinator.attached", "coordinator.finished", "child.finished",
      "back.intercepted",
      "app.ready", "app.exitRequested",
      "link.opened", "link.queued", "link.unhandled",
      "handler.failed",
    ]

    /// The kind of that name.
    public init?(name: String) {
      guard let index = Self.names.firstIndex(of: name) else { return nil }
      self.init(rawValue: UInt8(index))
    }

    @inline(__always)
    var bit: UInt64 { 1 &<< UInt64(rawValue) }
  }

  /// Counts every event of the engine, from 1.
  public let sequence: Int
  /// Virtual milliseconds since the engine began.
  public let time: Int
  /// The operation that the event belongs to, counted from 1; 0 for none.
  public let operation: Int
  /// What happened.
  public let kind: Kind
  /// Whom it is about, as people read it: `s17`, `c3`; empty where the kind says everything.
  public let subject: String
  /// The subject's name: a screen, a coordinator's type, a style, a page, an operation.
  public let name: String
  /// A second party: the screen's or layer's owner, the parent of a finished child.
  public let other: String
  /// The reason or refusal, where there is one.
  public let reason: String
  /// What happened under a layer that covers it.
  public let isHidden: Bool
}

extension NavigationEvent: CustomStringConvertible {
  /// `screen.created s17 product (c3)`.
  public var description: String {
    var text = kind.name
    if !subject.isEmpty { text += " " + subject }
    if !name.isEmpty { text += " " + name }
    if !other.isEmpty { text += " (\(other))" }
    if !reason.isEmpty { text += " \(reason)" }
    if isHidden { text += " hidden" }
    return text
  }
}
