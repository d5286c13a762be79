import Signalbox

/// What the semantics say an application shows, in plain arrays: sections 1 to 3 without queue,
/// time and events.
///
/// Written to be read against the page and not to be fast. Identifiers are indices into arrays that
/// only grow; a refused operation puts back the copy from before it.
struct Model {
  enum Content: Equatable {
    case screen(Int)
    /// A stack that a coordinator's screen was given with `withNavigation`.
    case stack(Int)
    /// The stack or tab bar of the coordinator that fills the layer.
    case coordinator(Int)
  }

  struct Layer {
    var serial: Int
    var style: StyleName?
    var owner: Int
    var content: Content
    /// The screen that presents it and takes it along.
    var presenterScreen: Int?
    /// The coordinator that presents it.
    var presenter: Int?
    /// How many screens had been made before it.
    var screensBefore: Int
    var isInteractive: Bool
    /// The callback that tells of its end.
    var ending: Int?

    /// The root layer has no style of its own (section 1, presentation styles).
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
    /// The callback that tells of its end, where it was pushed with one.
    var ending: Int?
    /// The argument that it was updated to; others have none.
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
    var kind: WorldPlan.Kind
    var phase = Phase.created
    var parent: Int?
    var children: [Int] = []
    var attachment = Attachment.none
    var stack: Int?
    var pages: [Page] = []
    var selected: String?
    var rootChild: Int?
    /// The screen around its pages.
    var view: Int?
    /// The route that its parent reached it by.
    var origin: String?
    /// The route that it is to stand on when it has started.
    var initialRoot: String?
    /// The callbacks that tell of its end.
    var endings: [Int] = []
  }

  let plan: WorldPlan
  var coordinators: [Coordinator] = []
  var screens: [Screen] = []
  var stacks: [Stack] = []
  var layers: [Layer] = []
  var layerSerial = 0
  var main: Int?
  /// The callbacks that have told of an end.
  var endings: [Int] = []
  /// The key of the operation that was done last.
  var lastKey: String?

  init(plan: WorldPlan) { self.plan = plan }
}

/// How an operation ended, as the model sees it.
struct Verdict: Equatable {
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

/// Why an operation does nothing.
struct Refusal: Error {
  var verdict: Verdict

  static func rejected(_ reason: ReasonCode, _ value: Verdict.Value = .none) -> Refusal {
    Refusal(verdict: Verdict(status: .rejected, reason: reason, value: value))
  }

  static func noop(_ reason: ReasonCode, _ value: Verdict.Value = .none) -> Refusal {
    Refusal(verdict: Verdict(status: .noop, reason: reason, value: value))
  }
}

extension Model {
  /// Runs one operation: all of it, or nothing; one whose key is that of the operation just before
  /// is refused (decision 0022).
  mutating func run(
    key: String? = nil, _ operation: (inout Model) throws(Refusal) -> Verdict.Value
  ) -> Verdict {
    if let key, key == lastKey { return Refusal.rejected(.duplicate).verdict }
    let before = self
    do throws(Refusal) {
      let value = try operation(&self)
      finishAbandoned()
      lastKey = key
      return Verdict(status: .done, reason: nil, value: value)
    } catch {
      self = before
      lastKey = nil
      var verdict = error.verdict
      if plan.isStrict { verdict.status = .rejected }
      return verdict
    }
  }

  /// Makes a coordinator that hangs nowhere yet.
  mutating func make(_ type: String) throws(Refusal) -> Int {
    guard let kind = plan.kind(type) else { throw .rejected(.unknownCoordinator) }
    coordinators.append(Coordinator(kind: kind))
    return coordinators.count - 1
  }

  /// Makes a screen that stands nowhere yet.
  mutating func screen(_ name: String, _ owner: Int, ending: Int? = nil) -> Int {
    screens.append(Screen(name: name, owner: owner, ending: ending))
    return screens.count - 1
  }

  /// Makes the coordinator that a route leads to, if it leads to one.
  mutating func makeChild(_ route: WorldPlan.Route) throws(Refusal) -> Int? {
    guard let type = route.coordinator else { return nil }
    let child = try make(type)
    coordinators[child].origin = route.name
    return child
  }

  /// Refuses a coordinator that has finished (I21) or shows nothing yet.
  func checkStarted(_ coordinator: Int) throws(Refusal) {
    try checkAlive(coordinator)
    if coordinators[coordinator].phase == .created { throw .rejected(.notStarted) }
  }

  /// Refuses a coordinator that has finished (I21).
  func checkAlive(_ coordinator: Int) throws(Refusal) {
    if coordinators[coordinator].phase == .finished { throw .rejected(.stale) }
  }
}
