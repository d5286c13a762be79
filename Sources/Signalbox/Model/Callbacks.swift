/// What the application has given the engine to call or to hold for one coordinator, layer or screen.
struct Callbacks {
  var delegate: (any CoordinatorDelegate)?
  var onFinish: ((FinishNotice) -> Void)?
  var onDismiss: ((FinishReason) -> Void)?
  var buttons: [AlertButton] = []
  /// The object of a screen.
  var payload: AnyObject?

  var isEmpty: Bool {
    delegate == nil && onFinish == nil && onDismiss == nil && buttons.isEmpty && payload == nil
  }
}

/// The callbacks of one coordinator, layer or screen as a row of the state, so that a rejection, an undo
/// and a redo take them back and forth like all else (decision 0220).
///
/// What the log says of things that are gone holds them weakly, so that nothing lives on because it
/// could be undone, unless the engine has to keep what has finished.
struct CallbackRecord: TableRecord {
  private enum Content {
    case vacant, empty
    case held(Box)
    case loose(Remains)
  }

  /// In a place of its own, so that the log copies a reference.
  private final class Box {
    let callbacks: Callbacks

    init(_ callbacks: Callbacks) { self.callbacks = callbacks }
  }

  /// What is left of callbacks that the engine does not hold any more.
  private final class Remains {
    weak var delegate: (any CoordinatorDelegate)?
    weak var payload: AnyObject?
    let hadOnFinish: Bool
    let hadOnDismiss: Bool
    let hadObject: Bool
    let hadActions: Bool
    let buttons: [AlertButton]

    init(_ callbacks: Callbacks) {
      delegate = callbacks.delegate
      payload = callbacks.payload
      hadObject = callbacks.delegate != nil || callbacks.payload != nil
      hadOnFinish = callbacks.onFinish != nil
      hadOnDismiss = callbacks.onDismiss != nil
      // Buttons without actions are only words.
      buttons = callbacks.buttons.map { AlertButton($0.title, action: nil) }
      hadActions = callbacks.buttons.contains { $0.action != nil }
    }
  }

  private var content: Content

  static var vacant: Self { CallbackRecord(content: .vacant) }
  /// Of something new that nothing was given for yet.
  static var empty: Self { CallbackRecord(content: .empty) }
  var isVacant: Bool { if case .vacant = content { true } else { false } }

  private init(content: Content) { self.content = content }

  init(_ callbacks: Callbacks) { content = .held(Box(callbacks)) }

  /// What is held; nothing where it is only kept in mind.
  var callbacks: Callbacks {
    if case .held(let box) = content { box.callbacks } else { Callbacks() }
  }

  var delegate: (any CoordinatorDelegate)? {
    if case .held(let box) = content { box.callbacks.delegate } else { nil }
  }

  /// Holds something more.
  mutating func add(_ change: (inout Callbacks) -> Void) {
    var callbacks = callbacks
    change(&callbacks)
    self = CallbackRecord(callbacks)
  }

  /// Stops holding what it has.
  mutating func loosen() {
    if case .held(let box) = content { content = .loose(Remains(box.callbacks)) }
  }

  /// Holds again what is left.
  ///
  /// - Parameter name: What it belongs to.
  /// - Returns: What is lost, in words; `nil` where it is whole.
  mutating func revive(of name: () -> String) -> String? {
    guard case .loose(let remains) = content else { return nil }
    let callbacks = Callbacks(
      delegate: remains.delegate, buttons: remains.buttons, payload: remains.payload)
    if remains.hadObject, callbacks.delegate == nil, callbacks.payload == nil { return name() }
    if remains.hadOnFinish { return "the onFinish of \(name())" }
    if remains.hadOnDismiss { return "the onDismiss of \(name())" }
    if remains.hadActions { return "what the buttons of \(name()) do" }
    self = CallbackRecord(callbacks)
    return nil
  }
}

/// Guarded by bench: W1.
extension NavigationState {
  /// The delegate of a coordinator.
  @inline(__always)
  func delegate(at slot: Slot) -> (any CoordinatorDelegate)? {
    callbacks[coordinators[slot].callbacks].delegate
  }

  /// What the application has given for something.
  func callbacks(at place: Slot) -> Callbacks {
    place == .none ? Callbacks() : callbacks[place].callbacks
  }

  /// Keeps what the application gives for something new.
  ///
  /// - Returns: Its place, none for nothing.
  func keep(_ given: Callbacks) -> Slot {
    given.isEmpty ? .none : callbacks.insert(CallbackRecord(given))
  }

  /// Takes what the application has given for something that goes.
  @discardableResult
  func takeCallbacks(at place: Slot) -> Callbacks {
    guard place != .none else { return Callbacks() }
    defer { callbacks.remove(place) }
    return callbacks[place].callbacks
  }

  /// Stops holding what the log has of callbacks since a point.
  func loosenCallbacks(since mark: Mark) {
    guard callbacks.mark > mark.callbacks else { return }
    callbacks.settleChanges(from: mark.callbacks) { $0.loosen() }
  }
}
