import Signalbox

/// The application state according to the semantics, in plain arrays: sections 1 to 3, without
/// queue, time and events.
///
/// The code is written to be compared with the page, not to be fast. Identifiers are indices into
/// arrays that only grow. A rejected operation restores the previous copy.
struct Model {
  enum Content: Equatable {
    case screen(Int)
    /// The stack that was created for a coordinator's screen with `withNavigation`.
    case stack(Int)
    /// The stack or tab bar of the coordinator that fills the layer.
    case coordinator(Int)
  }

  struct Layer {
    var serial: Int
    var style: StyleName?
    var owner: Int
    var content: Content
    /// The presenting screen. The layer is removed together with this screen.
    var presenterScreen: Int?
    /// The presenting coordinator.
    var presenter: Int?
    /// The number of screens that had been created before the layer.
    var screensBefore: Int
    var isInteractive: Bool
    /// The callback that is called at its end.
    var ending: Int?

    /// The root layer does not have its own style (section 1, presentation styles).
    var isCovering: Bool { style == nil || style == .fullScreen }
  }

  struct Stack {
    var owner: Int
    /// The tab coordinator in the root slot, entry 0.
    var rootTabs: Int?
    var entries: [Int] = []

    var count: Int { entries.count + (rootTabs == nil ? 0 : 1) }
  }

  struct Screen {
    var name: String
    var owner: Int
    /// The callback that is called at its end, if it was pushed with one.
    var ending: Int?
    /// The argument after the last update, if any.
    var argument: Int?
  }

  struct Page {
    var id: String
    var coordinator: Int
    var badge: String?
  }

  enum Attachment: Equatable {
    case none, windowRoot, pushed, rootSlot
    case modal(layer: Int)
    case page(String)
  }

  enum Phase { case created, started, finished }

  struct Coordinator {
    var kind: ApplicationPlan.Kind
    var phase = Phase.created
    var parent: Int?
    var children: [Int] = []
    var attachment = Attachment.none
    var stack: Int?
    var pages: [Page] = []
    var selected: String?
    var rootChild: Int?
    /// The screen that encloses its pages.
    var view: Int?
    /// The parent's route to the coordinator.
    var origin: String?
    /// The route of its root after the start.
    var initialRoot: String?
    /// The callbacks that are called at its end.
    var endings: [Int] = []
  }

  let plan: ApplicationPlan
  var coordinators: [Coordinator] = []
  var screens: [Screen] = []
  var stacks: [Stack] = []
  var layers: [Layer] = []
  var layerSerial = 0
  var main: Int?
  /// The callbacks that have been called at an end.
  var endings: [Int] = []
  /// The key of the last operation that was `done`.
  var lastKey: String?

  init(plan: ApplicationPlan) { self.plan = plan }
}

/// The outcome of an operation in the model.
struct ModelOutcome: Equatable {
  enum Value: Equatable {
    case none
    case names([String])
    case text(String)
    case boolean(Bool)
    case number(Int)
    case page(String)
    case coordinator(Int)
  }

  var status: Outcome.Status
  var reason: ReasonCode?
  var value = Value.none
}

/// The reason why an operation has no effect.
struct NoEffect: Error {
  var prediction: ModelOutcome

  static func rejected(_ reason: ReasonCode, _ value: ModelOutcome.Value = .none) -> NoEffect {
    NoEffect(prediction: ModelOutcome(status: .rejected, reason: reason, value: value))
  }

  static func noop(_ reason: ReasonCode, _ value: ModelOutcome.Value = .none) -> NoEffect {
    NoEffect(prediction: ModelOutcome(status: .noop, reason: reason, value: value))
  }
}

extension Model {
  /// Runs one operation. A rejected operation changes nothing. An operation with the same key as
  /// the previous operation is rejected (decision 0022).
  mutating func run(
    key: String? = nil, _ operation: (inout Model) throws(NoEffect) -> ModelOutcome.Value
  ) -> ModelOutcome {
    if let key, key == lastKey { return NoEffect.rejected(.duplicate).prediction }
    let before = self
    do throws(NoEffect) {
      let value = try operation(&self)
      finishAbandoned()
      lastKey = key
      return ModelOutcome(status: .done, reason: nil, value: value)
    } catch {
      self = before
      lastKey = nil
      var prediction = error.prediction
      if plan.isStrict { prediction.status = .rejected }
      return prediction
    }
  }

  /// Creates a coordinator that is not attached.
  mutating func make(_ type: String) throws(NoEffect) -> Int {
    guard let kind = plan.kind(type) else { throw .rejected(.unknownCoordinator) }
    coordinators.append(Coordinator(kind: kind))
    return coordinators.count - 1
  }

  /// Creates a screen that is not attached.
  mutating func screen(_ name: String, _ owner: Int, ending: Int? = nil) -> Int {
    screens.append(Screen(name: name, owner: owner, ending: ending))
    return screens.count - 1
  }

  /// Creates the destination coordinator of a route, if it has one.
  mutating func makeChild(_ route: ApplicationPlan.Route) throws(NoEffect) -> Int? {
    guard let type = route.coordinator else { return nil }
    let child = try make(type)
    coordinators[child].origin = route.name
    return child
  }

  /// Rejects a coordinator that has finished (I21) or shows nothing yet.
  func checkStarted(_ coordinator: Int) throws(NoEffect) {
    try checkAlive(coordinator)
    if coordinators[coordinator].phase == .created { throw .rejected(.notStarted) }
  }

  /// Rejects a coordinator that has finished (I21).
  func checkAlive(_ coordinator: Int) throws(NoEffect) {
    if coordinators[coordinator].phase == .finished { throw .rejected(.stale) }
  }
}
