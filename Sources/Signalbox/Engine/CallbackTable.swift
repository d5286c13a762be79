/// Something that the application has given the engine to call or to hold.
enum Callback {
  case delegate(any CoordinatorDelegate)
  case onFinish((FinishNotice) -> Void)
  case onDismiss((FinishReason) -> Void)
  case buttons([AlertButton])
  /// The object of a screen.
  case payload(AnyObject)

  var delegate: (any CoordinatorDelegate)? {
    if case .delegate(let value) = self { value } else { nil }
  }
  var onFinish: ((FinishNotice) -> Void)? {
    if case .onFinish(let value) = self { value } else { nil }
  }
  var onDismiss: ((FinishReason) -> Void)? {
    if case .onDismiss(let value) = self { value } else { nil }
  }
  var buttons: [AlertButton]? { if case .buttons(let value) = self { value } else { nil } }
  var payload: AnyObject? { if case .payload(let value) = self { value } else { nil } }
}

/// What the application has given the engine to call or to hold, by what it belongs to.
///
/// The operation that runs takes rows in and out. A log of that takes them back with the operation, and
/// has what is gone for the history. It cannot be copied: a call would retain and release its tables.
struct CallbackTable: ~Copyable {
  /// What a row belongs to, and what it is for. Identifiers are not used again, so keys are not either.
  enum Key: Hashable, BitwiseCopyable {
    case delegate(CoordinatorID)
    case onFinish(CoordinatorID)
    case onDismiss(LayerID)
    case buttons(LayerID)
    /// The `onDismiss` of a pushed screen, which has no layer.
    case onPop(ScreenID)
    case payload(ScreenID)
  }

  private struct Change {
    let key: Key
    /// What was there before.
    let old: Callback?
    let isRemoval: Bool
  }

  /// By the slots of their coordinators: they are asked for all the time.
  private var delegates: ContiguousArray<(any CoordinatorDelegate)?> = []
  private var rows: [Key: Callback] = [:]
  private var log: ContiguousArray<Change> = []

  /// Whether nothing was ever added since ``removeAll()``.
  var isUnused: Bool { delegates.isEmpty && rows.isEmpty }

  /// The keys of all rows but delegates.
  var keys: Set<Key> { Set(rows.keys) }

  /// The slots of the coordinators that have a delegate.
  var delegateSlots: [Slot] { delegates.indices.filter { delegates[$0] != nil }.map { Slot($0) } }

  @inline(__always)
  func delegate(at slot: Slot) -> (any CoordinatorDelegate)? {
    Int(slot) < delegates.count ? delegates[Int(slot)] : nil
  }

  /// A row, or what it was before the operation that runs has taken it.
  subscript(key: Key) -> Callback? {
    if let row = current(key) { return row }
    return log.last { $0.isRemoval && $0.key == key }?.old
  }

  /// Whether there is a row but a delegate.
  func contains(_ key: Key) -> Bool { !rows.isEmpty && rows[key] != nil }

  private func current(_ key: Key) -> Callback? {
    if case .delegate(let id) = key { return delegate(at: id.slot).map { .delegate($0) } }
    return rows.isEmpty ? nil : rows[key]
  }

  private mutating func set(_ callback: Callback?, _ key: Key) {
    guard case .delegate(let id) = key else {
      rows[key] = callback
      return
    }
    while delegates.count <= Int(id.slot) { delegates.append(nil) }
    delegates[Int(id.slot)] = callback?.delegate
  }

  // MARK: - The operation that runs

  /// How much it has changed so far.
  var changeCount: Int { log.count }

  /// Whether it has taken anything out.
  @inline(__always)
  var hasTaken: Bool { !log.isEmpty && log.contains { $0.isRemoval } }

  /// Calls a function for each removed callback, in the order of removal.
  func forEachTaken(_ body: (Key, Callback) -> Void) {
    for change in log where change.isRemoval {
      if let old = change.old { body(change.key, old) }
    }
  }

  /// The objects of screens among them.
  var takenPayloads: [ScreenID: AnyObject] {
    var payloads: [ScreenID: AnyObject] = [:]
    forEachTaken { if case .payload(let id) = $0 { payloads[id] = $1.payload } }
    return payloads
  }

  mutating func add(_ callback: Callback, _ key: Key) {
    log.append(Change(key: key, old: current(key), isRemoval: false))
    set(callback, key)
  }

  /// Takes a row out; `nil` where there is none.
  @discardableResult
  mutating func take(_ key: Key) -> Callback? {
    guard let old = current(key) else { return nil }
    log.append(Change(key: key, old: old, isRemoval: true))
    set(nil, key)
    return old
  }

  /// Takes out what a screen has.
  ///
  /// - Returns: Its `onDismiss`.
  @inline(__always)
  mutating func take(of screen: ScreenID, _ flags: ScreenFlags) -> ((FinishReason) -> Void)? {
    if flags.contains(.hasPayload) { take(.payload(screen)) }
    return flags.contains(.hasOnDismiss) ? take(.onPop(screen))?.onDismiss : nil
  }

  /// Takes out what a layer has.
  ///
  /// - Returns: Its `onDismiss`.
  mutating func take(of layer: LayerID) -> ((FinishReason) -> Void)? {
    take(.buttons(layer))
    return take(.onDismiss(layer))?.onDismiss
  }

  /// Leaves every row as it was after so many changes.
  mutating func rollBack(to count: Int = 0) {
    while log.count > count, let change = log.popLast() { set(change.old, change.key) }
  }

  /// Makes what it has changed final.
  mutating func settle() {
    if !log.isEmpty { log.removeAll(keepingCapacity: true) }
  }

  mutating func removeAll() {
    delegates.removeAll(keepingCapacity: true)
    rows.removeAll()
    log.removeAll()
  }
}
