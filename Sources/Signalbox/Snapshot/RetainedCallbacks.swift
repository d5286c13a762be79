/// Callbacks of things that are gone, in case an undo brings them back.
///
/// Those of coordinators that finished by themselves are held weakly, so that nothing lives on because
/// it could be undone, unless the engine has to keep them. What an undo takes away is held strongly until
/// nothing can be redone any more.
struct RetainedCallbacks {
  typealias Key = CallbackTable.Key

  /// A callback, or what is left of one that is not kept.
  struct Held {
    private let firm: Callback?
    private weak var delegate: (any CoordinatorDelegate)?
    private weak var payload: AnyObject?

    init(_ callback: Callback, firmly: Bool) {
      // Buttons without actions are only words.
      let isPlain = callback.buttons?.allSatisfy { $0.action == nil } == true
      firm = firmly || isPlain ? callback : nil
      delegate = callback.delegate
      payload = callback.payload
    }

    /// `nil` where it is not kept and no other owner holds it.
    var callback: Callback? {
      firm ?? delegate.map { .delegate($0) } ?? payload.map { .payload($0) }
    }

    var isFirm: Bool { firm != nil }

    /// The same for what came back by itself once: held only while another owner holds it.
    fileprivate var loosened: Self { callback.map { Self($0, firmly: false) } ?? self }
  }

  struct Entry {
    /// The number of the step that let go of it; `Int.max` for an undo.
    let step: Int
    let key: Key
    /// `nil` once it is forgotten.
    fileprivate(set) var held: Held?
  }

  /// By step, after those that were forgotten and are not worth moving the others yet.
  private var entries: ContiguousArray<Entry> = []
  /// The first that is not forgotten.
  private var start = 0

  mutating func put(_ callback: Callback, _ key: Key, step: Int, firmly: Bool) {
    entries.append(Entry(step: step, key: key, held: Held(callback, firmly: firmly)))
  }

  mutating func removeAll(where isSpent: (Entry) -> Bool) {
    drop()
    if !entries.isEmpty { entries.removeAll(where: isSpent) }
  }

  /// Forgets what steps before one let go of. Cost: O(what is forgotten), on average.
  mutating func forget(before step: Int) {
    while start < entries.count, entries[start].step < step {
      entries[start].held = nil
      start += 1
    }
    if start > 64, start >= entries.count / 2 { drop() }
  }

  /// Moves the entries over those that were forgotten.
  private mutating func drop() {
    if start > 0 { entries.removeFirst(start) }
    start = 0
  }

  /// What an undo put away and the steps redone since have used up goes over to one of those steps.
  mutating func settle(at step: Int, firmly: Bool, where isUsedUp: (Key) -> Bool) {
    for (index, entry) in entries.enumerated()
    where entry.step == .max && entry.held != nil && isUsedUp(entry.key) {
      let held = firmly ? entry.held : entry.held?.loosened
      entries[index] = Entry(step: step, key: entry.key, held: held)
    }
  }

  /// The newest of a key; `nil` where there was none.
  func held(_ key: Key) -> Held? { entries.last { $0.key == key && $0.held != nil }?.held }

  /// Whether this keeps one alive by itself.
  func keeps(_ key: Key) -> Bool { entries.contains { $0.key == key && $0.held?.isFirm == true } }
}
