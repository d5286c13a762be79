import SeededRandom

@testable import Signalbox

/// One random call of anything in the catalog as data: it can be printed, dropped and done again on
/// another engine.
///
/// What it needs follows from the operation's signature, so a new operation is done at once. Whom it
/// concerns is an index among those there are at that time.
struct CatalogDeed: CustomStringConvertible {
  enum What {
    /// An operation or gesture, by its place in the catalog.
    case call(Int)
    /// Virtual time: below 0 the clock changes between manual and automatic, 0 settles.
    case time(Int)
  }

  /// What the operation is called on.
  enum Handle: CaseIterable {
    /// The coordinator, as Swift's router and Lua's coordinator call it.
    case coordinator
    /// A screen of the coordinator: it presents, is popped or updated.
    case screen
    /// The beginning of a chain at the coordinator.
    case chain
    /// The coordinator that stands in for it.
    case child
    /// What the call before leads to, whether or not it is known by now.
    case next
  }

  let what: What
  let handle: Handle
  /// Which coordinator calls: an index into all living ones and one that is gone.
  let caller: Int
  let name: Int
  let number: Int
  let style: StyleName
  let options: [OperationOption]
  /// The operations of a batch.
  let steps: [CatalogDeed]
  /// It is submitted from a callback of an operation that does nothing.
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

  private init(_ what: What, using generator: inout SeededGenerator, steps: [CatalogDeed]) {
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

  /// What is done often, so that there is something for the rest to work on.
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

  /// What the operation is called; nothing where time passes.
  var operationName: String {
    switch what {
    case .call(let operation): OperationCatalog.signature(at: operation).name
    case .time: ""
    }
  }

  /// Every operation that it is made of.
  var operationNames: [String] { [operationName] + steps.flatMap(\.operationNames) }

  /// Every handle that it calls an operation on, with the operation's name.
  var calls: [String] { ["\(handle) \(operationName)"] + steps.flatMap(\.calls) }

  /// Whether it is called on a coordinator that has finished.
  var isOnFinished: Bool { caller.isMultiple(of: 12) }

  /// Whether it, or a step of it, begins a chain at a coordinator that has finished.
  var chainsFromFinished: Bool {
    isOnFinished && handle != .coordinator || steps.contains(where: \.chainsFromFinished)
  }

  /// Every option that it uses.
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
  /// Lets an option say something else than its default.
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

  /// Takes the first of several values, counted from a number, that is not the default. A swipe that
  /// is played in parts is begun.
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
