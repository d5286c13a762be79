/// An event in the form in which the log stores it: without strings, so that writing it is a plain
/// store. Benchmark: `W1`.
struct EventRecord: BitwiseCopyable {
  var subject: NavigationEvent.Subject
  var kind: NavigationEvent.Kind
  var reason: NavigationEvent.Reason
  var isHidden: Bool
  var operation: UInt32 = 0
  var name: Symbol
  /// The second subject, or `.none` if the event has a single subject.
  var other: CoordinatorID
  var time: Int = 0

  @inline(__always)
  init(
    _ kind: NavigationEvent.Kind, _ subject: NavigationEvent.Subject = .none,
    name: Symbol = .none, other: CoordinatorID = .none, reason: NavigationEvent.Reason = .none,
    isHidden: Bool = false
  ) {
    self.kind = kind
    self.subject = subject
    self.name = name
    self.other = other
    self.reason = reason
    self.isHidden = isHidden
  }

  /// Creates a record about an operation as a whole.
  @inline(__always)
  init(
    _ kind: NavigationEvent.Kind, _ header: CallHeader, reason: NavigationEvent.Reason = .none,
    isHidden: Bool = false
  ) {
    self.init(
      kind, .operation(OperationNumber(header.operation)), name: header.name,
      other: header.caller, reason: reason, isHidden: isHidden)
  }

  /// Returns a copy of the record with the given operation and time.
  @inline(__always)
  func occurring(in operation: UInt32, at time: Int) -> EventRecord {
    var record = self
    (record.operation, record.time) = (operation, time)
    return record
  }

  /// Creates a record about a screen.
  @inline(__always)
  init(_ kind: NavigationEvent.Kind, _ mark: ScreenReference, isHidden: Bool) {
    self.init(kind, .screen(mark.id), name: mark.name, other: mark.owner, isHidden: isHidden)
  }
}
