/// The application's closures and objects that belong to one coordinator, layer or screen.
struct Callbacks {
  var delegate: (any CoordinatorDelegate)?
  var onFinish: ((FinishNotice) throws -> Void)?
  var onDismiss: ((FinishReason) -> Void)?
  var buttons: [AlertButton] = []
  /// The host's object for a screen, or `nil` if there is none.
  var payload: AnyObject?

  var isEmpty: Bool {
    delegate == nil && onFinish == nil && onDismiss == nil && buttons.isEmpty && payload == nil
  }
}

/// The callbacks of one coordinator, layer or screen. Callbacks are stored in the state, so that
/// rejection, undo and redo restore them together with all other records (decision 0220).
///
/// Unless the engine retains finished coordinators, the log keeps only weak references to the
/// delegates and payloads of removed objects, so that undo does not keep them alive.
struct CallbackRecord: TableRecord {
  /// The callbacks, or the part of them that remains in the log.
  private enum Content {
    case vacant, empty
    case held(Box)
    case loose(Remains)
  }

  /// A box that contains the callbacks, so that the log copies only a reference.
  private final class Box {
    let callbacks: Callbacks

    init(_ callbacks: Callbacks) { self.callbacks = callbacks }
  }

  /// The weak references and plain data that remain after the engine has released callbacks.
  private final class Remains {
    /// The delegate's identity, which is valid as long as the operation that removed the delegate
    /// retains it.
    let identity: ObjectIdentifier?
    weak var delegate: (any CoordinatorDelegate)?
    weak var payload: AnyObject?
    let hadOnFinish: Bool
    let hadOnDismiss: Bool
    let hadObject: Bool
    let hadActions: Bool
    let buttons: [AlertButton]

    init(_ callbacks: Callbacks, keepsDelegate: Bool) {
      identity = callbacks.delegate.map { ObjectIdentifier($0) }
      if keepsDelegate { delegate = callbacks.delegate }
      if let object = callbacks.payload { payload = object }
      hadObject = callbacks.delegate != nil || callbacks.payload != nil
      hadOnFinish = callbacks.onFinish != nil
      hadOnDismiss = callbacks.onDismiss != nil
      // A button without its action keeps its title and role.
      buttons = callbacks.buttons.map { AlertButton($0.title, role: $0.role) }
      hadActions = callbacks.buttons.contains { $0.action != nil }
    }
  }

  private var content: Content

  static var vacant: Self { CallbackRecord(content: .vacant) }
  /// A record without callbacks, for a new object.
  static var empty: Self { CallbackRecord(content: .empty) }
  var isVacant: Bool { if case .vacant = content { true } else { false } }

  private init(content: Content) { self.content = content }

  init(_ callbacks: Callbacks) { content = .held(Box(callbacks)) }

  /// The retained callbacks. The value is empty if only weak references remain.
  var callbacks: Callbacks {
    if case .held(let box) = content { box.callbacks } else { Callbacks() }
  }

  var delegate: (any CoordinatorDelegate)? {
    if case .held(let box) = content { box.callbacks.delegate } else { nil }
  }

  /// Changes the retained callbacks, creating them if necessary.
  mutating func add(_ change: (inout Callbacks) -> Void) {
    var callbacks = callbacks
    change(&callbacks)
    self = CallbackRecord(callbacks)
  }

  /// Releases the callbacks and keeps weak references.
  ///
  /// - Parameter keepsDelegate: Whether the reference to the delegate is kept as well. Otherwise,
  ///   ``keep(weakly:)`` can add it.
  mutating func loosen(keepsDelegate: Bool) {
    guard case .held(let box) = content else { return }
    content = .loose(Remains(box.callbacks, keepsDelegate: keepsDelegate))
  }

  /// Keeps a weak reference to a delegate, if the record was loosened without this reference.
  func keep(weakly delegate: any CoordinatorDelegate) {
    guard case .loose(let remains) = content, remains.identity == ObjectIdentifier(delegate) else {
      return
    }
    remains.delegate = delegate
  }

  /// Retains the delegate, the payload and the buttons again, if all callbacks can be restored.
  /// Otherwise, the record does not change.
  ///
  /// - Parameters:
  ///   - name: A closure that returns the name of the object to which the callbacks belong.
  ///   - isGone: A closure that returns whether an object counts as released although it still
  ///     exists.
  /// - Returns: A description of the first object or closure that has been released, or `nil` if
  ///   nothing has been released.
  mutating func revive(of name: () -> String, besides isGone: (AnyObject) -> Bool) -> String? {
    guard case .loose(let remains) = content else { return nil }
    let callbacks = Callbacks(
      delegate: remains.delegate.flatMap { isGone($0) ? nil : $0 }, buttons: remains.buttons,
      payload: remains.payload.flatMap { isGone($0) ? nil : $0 })
    if remains.hadObject, callbacks.delegate == nil, callbacks.payload == nil { return name() }
    if remains.hadOnFinish { return "the onFinish handler of \(name())" }
    if remains.hadOnDismiss { return "the onDismiss handler of \(name())" }
    if remains.hadActions { return "a button handler of \(name())" }
    self = CallbackRecord(callbacks)
    return nil
  }
}

extension Table<CallbackRecord> {
  /// Returns whether the table or its log, including undone changes, retains an object as a
  /// delegate or payload. Cost: O(slots + changes).
  func retains(_ object: AnyObject) -> Bool {
    let isRetained = { (record: CallbackRecord) in
      let callbacks = record.callbacks
      return callbacks.delegate === object || callbacks.payload === object
    }
    return slots.contains { isRetained(self[$0]) } || hasLogged(isRetained)
  }
}

/// Benchmark: `W1`.
extension NavigationState {
  /// Returns the delegate of a coordinator.
  @inline(__always)
  func delegate(at slot: Slot) -> (any CoordinatorDelegate)? {
    callbacks[coordinators[slot].callbacks].delegate
  }

  /// Returns an object's callbacks.
  func callbacks(at place: Slot) -> Callbacks {
    place == .none ? Callbacks() : callbacks[place].callbacks
  }

  /// Stores the callbacks of a new object.
  ///
  /// - Returns: The slot of the callbacks, or `.none` if there are no callbacks.
  func keep(_ given: Callbacks) -> Slot {
    given.isEmpty ? .none : callbacks.insert(CallbackRecord(given))
  }

  /// Removes and returns the callbacks of an object that is being removed.
  @discardableResult
  func takeCallbacks(at place: Slot) -> Callbacks {
    guard place != .none else { return Callbacks() }
    defer { callbacks.remove(place) }
    return callbacks[place].callbacks
  }

  /// Releases the callbacks in the log entries after a mark, and keeps weak references, except to
  /// the delegates of removed coordinators (decision 0410).
  func loosenCallbacks(since mark: LogPosition) {
    guard callbacks.mark > mark.callbacks else { return }
    callbacks.settleChanges(from: mark.callbacks) { $0.loosen(keepsDelegate: !$1) }
  }
}
