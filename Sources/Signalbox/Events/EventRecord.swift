/// An event as the journal keeps it: numbers only, so that writing one is a store.
struct EventRecord {
  var subject: UInt64 = 0
  var other: UInt64 = 0
  var time: Int = 0
  var operation: UInt32 = 0
  var name: Symbol = .none
  var kind: NavigationEvent.Kind
  /// See ``code(_:)-swift.type.method``; 0 for none.
  var reason: UInt8 = 0
  var isHidden = false

  @inline(__always)
  init(
    kind: NavigationEvent.Kind, reason: UInt8 = 0, isHidden: Bool = false, subject: UInt64 = 0,
    name: Symbol = .none, other: UInt64 = 0
  ) {
    self.kind = kind
    self.reason = reason
    self.isHidden = isHidden
    self.subject = subject
    self.name = name
    self.other = other
  }

  /// About an operation as a whole.
  @inline(__always)
  init(kind: NavigationEvent.Kind, _ header: CallHeader, isHidden: Bool = false) {
    self.init(
      kind: kind, isHidden: isHidden, subject: UInt64(truncatingIfNeeded: header.operation),
      name: header.name, other: header.caller.bits)
  }

  /// About a screen.
  @inline(__always)
  init(kind: NavigationEvent.Kind, _ mark: ScreenMark, isHidden: Bool) {
    self.init(
      kind: kind, isHidden: isHidden, subject: mark.id.bits, name: mark.name,
      other: mark.owner.bits)
  }

  private static let firstFinishReason: UInt8 = 128

  static func code(_ reason: FinishReason?) -> UInt8 {
    reason.map { firstFinishReason + $0.rawValue } ?? 0
  }

  static func code(_ reason: ReasonCode?) -> UInt8 {
    reason.map { $0.rawValue + 1 } ?? 0
  }

  /// The word behind ``reason``, empty for none.
  var reasonName: String {
    if reason == 0 { return "" }
    if reason >= Self.firstFinishReason {
      return FinishReason(rawValue: reason - Self.firstFinishReason)?.name ?? ""
    }
    return ReasonCode(rawValue: reason - 1)?.name ?? ""
  }
}
