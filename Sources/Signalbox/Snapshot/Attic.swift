/// What the host holds of things that are gone, in case they come back.
///
/// Coordinators that finished by themselves are held loosely, so that nothing lives on because it
/// could be undone, unless the engine was told to keep them. What an undo takes away is held firmly
/// until nothing can be redone any more.
struct Attic {
  /// An object, held or only remembered.
  struct Held {
    private weak var loose: AnyObject?
    private let firm: AnyObject?

    init(_ object: AnyObject, firmly: Bool) {
      loose = object
      firm = firmly ? object : nil
    }

    var object: AnyObject? { firm ?? loose }
    var isFirm: Bool { firm != nil }
  }

  enum Content {
    /// Forgotten.
    case nothing
    case delegate(CoordinatorID, Held)
    /// `nil` where there was one that is not kept.
    case onFinish(CoordinatorID, ((FinishNotice) -> Void)?)
    case onDismiss(LayerID, ((FinishReason) -> Void)?)
    /// That of a pushed screen, by the screen's serial.
    case onPop(UInt32, ((FinishReason) -> Void)?)
    case buttons(LayerID, [AlertButton]?)
    case payload(UInt32, Held)
  }

  struct Entry {
    /// The number of the step that let go of it; `Int.max` for an undo.
    let step: Int
    let content: Content
  }

  /// By step, after those that were forgotten and are not worth moving the others yet.
  private(set) var entries: ContiguousArray<Entry> = []
  /// The first that is not forgotten.
  private var start = 0

  mutating func put(_ content: Content, step: Int) {
    entries.append(Entry(step: step, content: content))
  }

  mutating func removeAll(where isSpent: (Entry) -> Bool) {
    drop()
    if !entries.isEmpty { entries.removeAll(where: isSpent) }
  }

  /// Forgets what steps before one let go of. Cost: O(what is forgotten), on average.
  mutating func forget(before step: Int) {
    while start < entries.count, entries[start].step < step {
      entries[start] = Entry(step: 0, content: .nothing)
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
  mutating func settle(at step: Int, firmly: Bool, where isUsedUp: (Content) -> Bool) {
    for (index, entry) in entries.enumerated() where entry.step == .max && isUsedUp(entry.content) {
      entries[index] = Entry(step: step, content: firmly ? entry.content : entry.content.loosened)
    }
  }

  // MARK: - Looking up, the newest first

  func delegate(of id: CoordinatorID) -> (any CoordinatorDelegate)? {
    held { if case .delegate(id, let held) = $0 { held } else { nil } }
      as? any CoordinatorDelegate
  }

  func payload(of serial: UInt32) -> AnyObject? {
    held { if case .payload(serial, let held) = $0 { held } else { nil } }
  }

  /// `nil` where there was none, an empty answer where it is not kept.
  func onFinish(of id: CoordinatorID) -> ((FinishNotice) -> Void)?? {
    for entry in entries.reversed() {
      if case .onFinish(id, let handler) = entry.content { return .some(handler) }
    }
    return nil
  }

  /// `nil` where there was none, an empty answer where it is not kept.
  func onDismiss(of id: LayerID) -> ((FinishReason) -> Void)?? {
    for entry in entries.reversed() {
      if case .onDismiss(id, let handler) = entry.content { return .some(handler) }
    }
    return nil
  }

  /// `nil` where it is not kept.
  func onPop(of serial: UInt32) -> ((FinishReason) -> Void)? {
    for entry in entries.reversed() {
      if case .onPop(serial, let handler) = entry.content { return handler }
    }
    return nil
  }

  /// `nil` where there were none, an empty answer where they are not kept.
  func buttons(of id: LayerID) -> [AlertButton]?? {
    for entry in entries.reversed() {
      if case .buttons(id, let buttons) = entry.content { return .some(buttons) }
    }
    return nil
  }

  /// Whether the history itself keeps a coordinator's delegate alive.
  func keeps(_ id: CoordinatorID) -> Bool {
    entries.contains {
      if case .delegate(id, let held) = $0.content { held.isFirm } else { false }
    }
  }

  /// Whether the history itself keeps a screen's object alive.
  func keeps(payload serial: UInt32) -> Bool {
    entries.contains {
      if case .payload(serial, let held) = $0.content { held.isFirm } else { false }
    }
  }

  private func held(_ pick: (Content) -> Held?) -> AnyObject? {
    for entry in entries.reversed() {
      if let held = pick(entry.content) { return held.object }
    }
    return nil
  }
}

extension Attic.Content {
  /// The same for what came back by itself once: held only while somebody else holds it.
  fileprivate var loosened: Self {
    switch self {
    case .delegate(let id, let held): .delegate(id, held.loosened)
    case .payload(let serial, let held): .payload(serial, held.loosened)
    case .onFinish(let id, _): .onFinish(id, nil)
    case .onDismiss(let id, _): .onDismiss(id, nil)
    case .onPop(let serial, _): .onPop(serial, nil)
    case .nothing: .nothing
    case .buttons(let id, let buttons):
      .buttons(id, buttons?.allSatisfy { $0.action == nil } == true ? buttons : nil)
    }
  }
}

extension Attic.Held {
  fileprivate var loosened: Self { object.map { Self($0, firmly: false) } ?? self }
}
