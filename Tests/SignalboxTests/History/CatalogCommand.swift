import SeededRandom

@testable import Signalbox

/// One random call of an operation or gesture in the catalog, as data that can be printed, dropped
/// and repeated on another engine.
///
/// The arguments are derived from the operation's signature, so new operations are included
/// automatically. Targets are indices into the objects that exist at the time of the call.
struct CatalogCommand: CustomStringConvertible {
  enum What {
    /// An operation or gesture, by its index in the catalog.
    case call(Int)
    /// An advance of virtual time in milliseconds. Negative numbers switch between the manual and
    /// the automatic clock, and 0 calls `settle`.
    case time(Int)
  }

  /// The receiver of the operation call.
  enum Handle: CaseIterable {
    /// The coordinator, as for Swift routers and Lua coordinators.
    case coordinator
    /// A screen of the coordinator, which presents, is popped or is updated.
    case screen
    /// The first link of a chain at the coordinator.
    case chain
    /// The coordinator that receives calls on behalf of the coordinator.
    case child
    /// The result of the previous call, even if the result is still pending.
    case next
  }

  let what: What
  let handle: Handle
  /// The calling coordinator: an index into all live coordinators and one finished coordinator.
  let caller: Int
  let name: Int
  let number: Int
  let style: StyleName
  let options: [OperationOption]
  /// The operations of a batch.
  let steps: [CatalogCommand]
  /// Whether the call is submitted from a callback of an operation without effect.
  let isFromCallback: Bool

  init(using generator: inout SeededGenerator) {
    if generator.below(20) == 0 {
      self.init(.time(generator.pick([-1, 0, 0, 40, 400])), using: &generator, steps: [])
      return
    }
    let operation = Self.operation(using: &generator)
    let isBatch = OperationCatalog.signature(at: operation).parameters.contains {
      $0.kind == .steps
    }
    let count = isBatch ? generator.below(5) : 0
    let steps = (0..<count).map { _ in
      Self(.call(Self.operation(using: &generator)), using: &generator, steps: [])
    }
    self.init(.call(operation), using: &generator, steps: steps)
  }

  private init(_ what: What, using generator: inout SeededGenerator, steps: [CatalogCommand]) {
    self.what = what
    self.steps = steps
    caller = generator.below(1000)
    name = generator.below(1000)
    number = generator.below(1000)
    style = generator.pick(Self.styles)
    var options: [OperationOption] = []
    if case .call(let operation) = what {
      for option in OperationCatalog.signature(at: operation).options
      where generator.below(5) == 0 {
        options.append(option)
      }
    }
    self.options = options
    isFromCallback = generator.below(10) == 0
    handle = generator.below(2) == 0 ? .coordinator : generator.pick(Handle.allCases)
  }

  private static let styles: [StyleName] = [.automatic, .automatic, .push, .sheet, .fullScreen]

  private static let changes = OperationCatalog.all.indices.filter {
    OperationCatalog.signature(at: $0).mode == .change
  }

  /// The weights of operations. Operations that create objects for other operations are frequent.
  private static let weights = [
    "navigate": 80, "present": 14, "route": 20, "root": 6, "setPages": 6, "addDependency": 5,
    "setStack": 5, "undo": 4, "redo": 6, "popToView": 10, "select": 8, "removeDependency": 8,
    "focusFirst": 8, "setBadge": 6,
    "update": 8, "restartApp": 1, "restoreState": 1,
    "tapTab": 12, "tapAlert": 6, "enterText": 6, "launch": 1, "tap": 1, "open": 1,
  ]

  private static let total = changes.reduce(0) { $0 + weight($1) }

  private static func weight(_ operation: Int) -> Int {
    weights[OperationCatalog.signature(at: operation).name] ?? 3
  }

  private static func operation(using generator: inout SeededGenerator) -> Int {
    var left = generator.below(total)
    for operation in changes {
      if left < weight(operation) { return operation }
      left -= weight(operation)
    }
    return 0
  }

  /// The name of the operation, or an empty string for time advances.
  var operationName: String {
    switch what {
    case .call(let operation): OperationCatalog.signature(at: operation).name
    case .time: ""
    }
  }

  /// The names of the operation and its batch steps.
  var operationNames: [String] { [operationName] + steps.flatMap(\.operationNames) }

  /// The handles that receive operation calls, each with the operation's name.
  var calls: [String] { ["\(handle) \(operationName)"] + steps.flatMap(\.calls) }

  /// Whether the call is made on a finished coordinator.
  var isOnFinished: Bool { caller.isMultiple(of: 12) }

  /// Whether the call or one of its steps begins a chain at a finished coordinator.
  var chainsFromFinished: Bool {
    isOnFinished && handle != .coordinator || steps.contains(where: \.chainsFromFinished)
  }

  /// The options of the call and its steps.
  var allOptions: [OperationOption] { options + steps.flatMap(\.allOptions) }

  var description: String {
    if case .time(let milliseconds) = what { return "time \(milliseconds)" }
    let options = options.map(\.name).joined(separator: ",")
    let inner = steps.isEmpty ? "" : " [\(steps.map(\.description).joined(separator: "; "))]"
    return
      "\(operationName) \(handle) caller=\(caller) name=\(name) number=\(number) style=\(style) "
      + "options=\(options)\(isFromCallback ? " fromCallback" : "")\(inner)"
  }
}

extension OperationOptions {
  /// Sets an option to a value that differs from the default.
  mutating func vary(_ option: OperationOption, _ number: Int, in engine: NavigationEngine) {
    let layers = engine.layers
    let layer = layers.isEmpty ? LayerID(bits: 0) : layers[number % layers.count].id
    switch option.kind {
    case .boolean: choose([true, false], number, option)
    case .choice(let words): choose(words.map { .string($0) }, number, option)
    case .integer: _ = option.set(&self, .integer([0, 2, 3, 4][number % 4]))
    case .duration: duration = .milliseconds(number % 700)
    case .fraction: _ = option.set(&self, 0.5)
    case .text:
      _ = option.set(&self, .string("k\(number % 2)"))
      if option.name == "message" { style = .alert }
    case .fields:
      _ = option.set(&self, .list([["name": "p0"], ["name": "p1", "kind": "password"]]))
      style = .alert
    case .arguments: _ = option.set(&self, .table(["id": .integer(number % 2)]))
    case .detents: _ = option.set(&self, ["medium", 0.25, 240])
    case .style: style = .sheet
    case .page: self.current = engine.symbols.intern("p\(number % 4)")
    case .layer(let stays):
      self.layer = layer
      if stays { switches.insert(.layerStays) }
    case .buttons:
      self.buttons = [AlertButton("OK"), AlertButton("No")]
      if let alert = try? engine.transitionStyle(named: "alert") { style = alert }
    case .coordinator:
      let children = engine.main.map(engine.children) ?? []
      self.mainCoordinator = number.isMultiple(of: 3) ? engine.main : children.last ?? engine.main
    case .function(.completion): self.completion = { _ in }
    case .function(.onDismiss): self.onDismiss = { _ in }
    case .function(.onFinish): self.onFinish = { _ in }
    case .function(.equals): self.equals = { _, _ in true }
    }
  }

  /// Sets the first of several values, starting at an index, that differs from the default. An
  /// interactive swipe is begun.
  private mutating func choose(
    _ values: [NavigationValue], _ number: Int, _ option: OperationOption
  ) {
    if option === OperationOption.phase {
      self.phase = .begin
      return
    }
    for offset in 1...values.count where option.get(self) == nil {
      _ = option.set(&self, values[(number + offset) % values.count])
    }
  }
}
