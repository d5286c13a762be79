/// Identifies an observation.
public struct ObserverID: Hashable, Sendable {
  fileprivate let number: Int
}

/// A log of recent events, and the observers of events.
///
/// Application code runs inside ``callOut(_:)``. Operations that the code submits wait, and errors
/// that the code throws are reported. Some properties are accessed without exclusivity checks,
/// because every push accesses them. Benchmark: `W1`.
final class EventLog {
  /// An observer and the kinds of events that it observes.
  struct Observer {
    let id: ObserverID
    let kinds: UInt64
    /// The observing coordinator, or `nil` if it is not known.
    let owner: CoordinatorID?
    /// The type name of the observing coordinator.
    let ownerType: String
    /// The closure that receives the event's number.
    let handler: (Int) throws -> Void
  }

  /// The events. The index of an event is its sequence number minus one.
  @exclusivity(unchecked) private var records = Log<EventRecord>()
  /// The maximum number of readable events.
  let capacity: Int
  /// The strings of events, such as rejections and links, oldest event first. Few events have a
  /// string, so strings are stored separately from the records.
  private var texts = Log<(sequence: Int, text: String)>()
  private var textBytes = 0
  /// The maximum total size of ``texts``, in bytes. When the maximum is exceeded, the oldest events
  /// are dropped.
  private static let maxTextBytes = 4 << 20

  /// A closure that is called before the first event is dropped after ``contents`` was read.
  var willDrop: (() -> Void)?
  private var isSaved = false

  private(set) var observers: [Observer] = [] {
    didSet {
      lastList += 1
      list = lastList
    }
  }
  /// Identifies the contents of ``observers``. Unlike the identifiers of observers, a number is never
  /// assigned again after a return to a checkpoint.
  private var list = 0
  private var lastList = 0
  /// The kinds of events that have observers, as bits. For events of other kinds, the comparison
  /// with this value is the only cost of delivery.
  @exclusivity(unchecked) private(set) var observedKinds: UInt64 = 0
  private var lastObserver = 0
  /// The open event streams, which end when the engine is released.
  private var streamEnds: [ObserverID: StreamEnd] = [:]
  /// Whether a failure is being delivered to observers. While the value is `true`, errors that
  /// observers throw are not delivered to observers.
  private var isReportingFailure = false

  /// The operation that subsequent events belong to, counted from 1, or 0 if they belong to no
  /// operation.
  @exclusivity(unchecked) var operation: UInt32 = 0
  @exclusivity(unchecked) private(set) var lastOperation: UInt32 = 0
  /// The nesting depth of calls to application functions.
  @exclusivity(unchecked) private(set) var callbackDepth = 0
  /// The hooks that hosts have added.
  @exclusivity(unchecked) var hooks = EngineHookList()
  private let clock: VirtualClock

  init(capacity: Int, _ clock: VirtualClock) {
    self.capacity = max(1, capacity)
    self.clock = clock
  }

  /// The total number of events, including dropped events.
  var count: Int { records.end }
  /// The sequence number of the oldest readable event.
  var first: Int { max(1, records.start + 1) }

  // MARK: - Writing

  /// Assigns a number to an operation that is beginning.
  @inline(__always)
  func beginOperation() {
    lastOperation += 1
    operation = lastOperation
  }

  /// Runs a closure that writes the events of a separate operation while another operation is
  /// running.
  func asOperation(_ body: () -> Void) {
    let enclosing = operation
    beginOperation()
    body()
    operation = enclosing
  }

  @inline(__always)
  func emit(
    _ kind: NavigationEvent.Kind, _ subject: NavigationEvent.Subject = .none,
    name: Symbol = .none, other: CoordinatorID = .none, text: String? = nil
  ) {
    emit(EventRecord(kind, subject, name: name, other: other), text: text)
  }

  /// Writes an event about an operation as a whole.
  @inline(__always)
  func emit(
    _ kind: NavigationEvent.Kind, _ header: CallHeader, reason: ReasonCode? = nil,
    isHidden: Bool = false, text: String? = nil
  ) {
    let reason: NavigationEvent.Reason = reason.map { .outcome($0) } ?? .none
    emit(EventRecord(kind, header, reason: reason, isHidden: isHidden), text: text)
  }

  /// Writes an event of a remote application, keeping its operation number.
  func write(_ record: EventRecord, text: String?) {
    let own = operation
    operation = record.operation
    lastOperation = max(lastOperation, record.operation)
    emit(record, text: text)
    operation = own
  }

  func emit(_ kind: NavigationEvent.Kind, _ marks: ContiguousArray<ScreenReference>) {
    for mark in marks { emit(EventRecord(kind, mark, isHidden: false)) }
  }

  @inline(__always)
  func emit(_ record: EventRecord, text: String? = nil) {
    append(record, text: text)
    if observedKinds & record.kind.bit != 0 { deliver(record.kind) }
  }

  /// A function that writes a record and the string that belongs to it.
  typealias Write = (_ record: EventRecord, _ text: String?) -> Void

  /// Writes the records of a part of an operation.
  ///
  /// - Parameters:
  ///   - count: The maximum number of records.
  ///   - isUninterrupted: Whether the closure only writes records without strings. Such records are
  ///     written together if there are no observers. All other records are written and delivered one
  ///     by one, so that application code can run between them.
  ///   - records: A closure that writes the records in their order.
  @inline(__always)
  func emit(atMost count: Int, isUninterrupted: Bool, _ records: (Write) -> Void) {
    guard isUninterrupted, observedKinds == 0 else { return records { emit($0, text: $1) } }
    let (operation, time) = (operation, clock.now)
    self.records.write(count) { writer in
      records { record, _ in writer.append(record.occurring(in: operation, at: time)) }
    }
    drop(toCount: capacity)
  }

  @inline(__always)
  private func append(_ record: EventRecord, text: String?) {
    drop(toCount: capacity - 1)
    records.append(record.occurring(in: operation, at: clock.now))
    if let text { attach(text) }
  }

  /// Drops the oldest events if there are more events than the given number.
  @inline(__always)
  private func drop(toCount count: Int) {
    guard records.count > count else { return }
    announceDrop()
    records.forget(before: records.end - count)
  }

  @inline(__always)
  private func announceDrop() {
    guard isSaved else { return }
    isSaved = false
    willDrop?()
  }

  private func deliver(_ kind: NavigationEvent.Kind) {
    let sequence = count
    // An observer may remove and add observers. Observers that are added do not receive the current
    // event.
    let list = observers
    for observer in list where observer.kinds & kind.bit != 0 {
      callOut { try observer.handler(sequence) }
    }
  }

  // MARK: - Code of the application

  func enterCallback() { callbackDepth += 1 }
  func leaveCallback() { callbackDepth -= 1 }

  /// Runs application code. Operations that the code submits wait, and errors that the code throws
  /// are reported.
  func callOut(_ body: () throws -> Void) {
    enterCallback()
    defer { leaveCallback() }
    do {
      try body()
    } catch {
      report(error)
    }
  }

  /// Reports an error exactly once. An error thrown by an observer of failures is added to the log
  /// and passed to the hooks, but is not sent to observers.
  func report(_ error: any Error) {
    let text = String(describing: error)
    if isReportingFailure {
      append(EventRecord(.handlerFailed), text: text)
    } else {
      isReportingFailure = true
      emit(.handlerFailed, text: text)
      isReportingFailure = false
    }
    hooks.reportFailure(error)
  }

  /// The part of the log that a checkpoint saves: the range of the events, the observers and, once
  /// some events have been dropped or removed, a copy of the events.
  struct Contents: ~Copyable {
    fileprivate let range: Range<Int>
    fileprivate let textRange: Range<Int>
    fileprivate let textBytes: Int
    fileprivate let observers: [Observer]
    fileprivate let list: Int
    fileprivate let lastObserver: Int
    fileprivate let streams: Set<ObserverID>
    fileprivate let lastOperation: UInt32
    fileprivate var copy: Copy?
  }

  /// A copy of the events.
  fileprivate final class Copy {
    var records = Log<EventRecord>()
    var texts = Log<(sequence: Int, text: String)>()
  }

  /// The range of the events and the list of observers, for ``restore(_:isContinued:)``. Before events
  /// are dropped, ``willDrop`` is called, and the caller must call ``keep(_:)``.
  var contents: Contents {
    isSaved = true
    return Contents(
      range: records.start..<records.end, textRange: texts.start..<texts.end, textBytes: textBytes,
      observers: observers, list: list, lastObserver: lastObserver, streams: Set(streamEnds.keys),
      lastOperation: lastOperation)
  }

  /// Copies the events of saved contents, unless they have already been copied. Cost: O(readable
  /// events).
  func keep(_ contents: inout Contents) {
    guard contents.copy == nil else { return }
    let copy = Copy()
    copy.records.copy(records)
    copy.records.removeAll(from: contents.range.upperBound)
    copy.texts.copy(texts)
    copy.texts.removeAll(from: contents.textRange.upperBound)
    contents.copy = copy
  }

  /// Restores saved contents. No observer is called. Streams that were opened after the checkpoint
  /// end, and streams that ended after it remain ended.
  ///
  /// - Parameter isContinued: Whether the log has only grown since the checkpoint, except for
  ///   dropped events. In this case, the cost is O(observers + strings of the removed events) if no
  ///   events have been dropped. Otherwise, the cost is O(observers + readable events).
  func restore(_ contents: borrowing Contents, isContinued: Bool) {
    if isContinued, records.start == contents.range.lowerBound,
      texts.start == contents.textRange.lowerBound
    {
      records.removeAll(from: contents.range.upperBound)
      texts.removeAll(from: contents.textRange.upperBound)
    } else if let copy = contents.copy {
      records.copy(copy.records)
      texts.copy(copy.texts)
    }
    isSaved = true
    textBytes = contents.textBytes
    let isUnchanged = list == contents.list && streamEnds.isEmpty && contents.streams.isEmpty
    if streamEnds.isEmpty && contents.streams.isEmpty {
      if !isUnchanged {
        observers = contents.observers
        list = contents.list
      }
    } else {
      for id in Array(streamEnds.keys) where !contents.streams.contains(id) { streamEnds[id] = nil }
      let streams = contents.streams
      observers = contents.observers.filter { observer in
        !streams.contains(observer.id) || streamEnds[observer.id] != nil
      }
    }
    lastObserver = contents.lastObserver
    lastOperation = contents.lastOperation
    isReportingFailure = false
    if !isUnchanged { updateKinds() }
  }

  /// Drops the older half of the events, or fewer events if fewer than the given number would
  /// remain. Cost: O(readable events).
  ///
  /// - Parameter least: The minimum number of events to retain.
  /// - Returns: The number of dropped events.
  func release(keepingHalfOver least: Int) -> Int {
    let dropped = records.count - max(min(least, records.count), records.count / 2)
    announceDrop()
    records.forget(before: records.start + dropped)
    records.shrink()
    dropTexts()
    texts.shrink()
    return dropped
  }

  /// Stores a string for the newest event.
  private func attach(_ text: String) {
    dropTexts()
    texts.append((sequence: count, text: text))
    textBytes += text.utf8.count
    while textBytes > Self.maxTextBytes, texts.count > 1 {
      announceDrop()
      records.forget(before: texts[texts.start].sequence)
      dropTexts()
    }
  }

  /// Removes the strings of events that are no longer readable.
  private func dropTexts() {
    var oldest = texts.start
    if oldest < texts.end, texts[oldest].sequence < first { announceDrop() }
    while oldest < texts.end, texts[oldest].sequence < first {
      textBytes -= texts[oldest].text.utf8.count
      oldest += 1
    }
    guard oldest > texts.start else { return }
    texts.forget(before: oldest)
  }

  // MARK: - Reading

  /// The numbers of the readable events.
  var readable: Range<Int> { first..<max(first, count + 1) }

  func record(at sequence: Int) -> EventRecord { records[sequence - 1] }

  /// Returns the event with the given number, which must be readable.
  func event(at sequence: Int, _ symbols: SymbolTable) -> NavigationEvent {
    let record = record(at: sequence)
    return NavigationEvent(
      sequence: sequence, milliseconds: record.time, operation: Int(record.operation),
      kind: record.kind,
      subject: record.subject, name: symbols[record.name],
      other: record.other.isNone ? nil : record.other, reason: record.reason,
      detail: text(at: sequence), isHidden: record.isHidden)
  }

  /// Returns the string of an event. Cost: O(log(events with a string)).
  private func text(at sequence: Int) -> String? {
    var (low, high) = (texts.start, texts.end)
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    guard low < texts.end, texts[low].sequence == sequence else { return nil }
    return texts[low].text
  }

  // MARK: - Observers

  @inline(__always)
  func isObserved(_ kinds: UInt64) -> Bool { observedKinds & kinds != 0 }

  func observe(
    _ kinds: [NavigationEvent.Kind], owner: CoordinatorID?, ownerType: String,
    _ handler: @escaping (Int) throws -> Void
  ) -> ObserverID {
    lastObserver += 1
    let id = ObserverID(number: lastObserver)
    let wanted = kinds.reduce(0 as UInt64) { $0 | $1.bit }
    observers.append(
      Observer(id: id, kinds: wanted, owner: owner, ownerType: ownerType, handler: handler))
    observedKinds |= wanted
    return id
  }

  /// Removes an observer and ends its stream, if any.
  func stopObserving(_ id: ObserverID) {
    observers.removeAll { $0.id == id }
    streamEnds[id] = nil
    updateKinds()
  }

  /// Stores the object that ends a stream when its observation ends or the engine is released.
  func keep(_ end: StreamEnd, for id: ObserverID) { streamEnds[id] = end }

  private func updateKinds() { observedKinds = observers.reduce(0) { $0 | $1.kinds } }

  /// Whether any stream is open.
  var hasStreams: Bool { !streamEnds.isEmpty }
}
