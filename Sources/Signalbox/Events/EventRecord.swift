/// An event as the journal keeps it: numbers only, so that writing one is a store.
struct EventRecord {
  var kind: NavigationEvent.Kind
  /// See ``code(_:)-swift.type.method``; 0 for none.
  var reason: UInt8 = 0
  var isHidden = false
  var operation: UInt32 = 0
  var subject: UInt64 = 0
  var name: Symbol = .none
  var other: UInt64 = 0
  var time: Int = 0

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
