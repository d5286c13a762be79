/// The route properties that most calls need. Benchmarks: `W1`, `W5`.
struct RouteOutline: BitwiseCopyable {
  /// The kinds of destinations. For a coordinator, the value contains the symbol of its type.
  enum Destination: BitwiseCopyable {
    case screen
    case coordinator(Symbol)
    case factory
  }

  let destination: Destination
  /// Whether the destination can be a screen with the route's name. For a typed route, the value is
  /// always `true`, because its destination can depend on the arguments.
  let isScreen: Bool
  /// Whether the route accepts any arguments and its destination is a screen with the route's name.
  let isPlainScreen: Bool
  /// Whether the route declares the arguments that it accepts.
  let hasParameters: Bool
  let style: TransitionStyle
  let traits: ScreenTraits
  /// Whether the route declares layer properties that override the style's values.
  let hasLayerTraits: Bool
  let hasOnFinish: Bool

  init(_ route: RouteDefinition, _ symbols: SymbolTable) {
    destination =
      switch route.destination {
      case .screen: .screen
      case .coordinator(let name): .coordinator(symbols.intern(name))
      case .factory: .factory
      }
    hasParameters = route.parameters != nil
    let isAlwaysScreen = if case .screen = destination { true } else { false }
    isScreen = isAlwaysScreen || route.typedTarget != nil
    isPlainScreen = isAlwaysScreen && !hasParameters
    style = route.style
    traits = route.screenTraits
    hasLayerTraits = route.typedTraits != nil || route.layerTraits != LayerTraits()
    hasOnFinish = route.onFinish != nil
  }
}

/// A coordinator type with its routes indexed by symbol. Benchmark: `W1`.
final class RegisteredType {
  let type: CoordinatorType
  let symbol: Symbol
  let routes: ContiguousArray<RouteDefinition>
  /// The outline of each route, without closures and strings.
  let outlines: ContiguousArray<RouteOutline>
  /// For each symbol number from `firstSymbol` on, the index of its route plus 1, or 0 if there is
  /// no such route. The array is empty if the symbol numbers are too far apart.
  private let indices: ContiguousArray<UInt32>
  private let firstSymbol: Int32
  /// The index of each route, keyed by symbol. The dictionary is used if the symbol numbers are too
  /// far apart.
  private let sparseIndices: [Symbol: Int]

  init(
    _ type: CoordinatorType, symbol: Symbol, routes: [(Symbol, RouteDefinition)],
    _ symbols: SymbolTable
  ) {
    self.type = type
    self.symbol = symbol
    self.routes = ContiguousArray(routes.map(\.1))
    outlines = ContiguousArray(routes.map { RouteOutline($0.1, symbols) })
    let numbers = routes.map(\.0.rawValue)
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    var (indices, sparse) = (ContiguousArray<UInt32>(), [Symbol: Int]())
    // A type with both old and new route names must not allocate memory for all names in between.
    if Int(high - low) < 8 * numbers.count + 64 {
      indices = ContiguousArray(repeating: 0, count: Int(high - low) + 1)
      for (index, number) in numbers.enumerated() { indices[Int(number - low)] = UInt32(index + 1) }
    } else {
      for (index, route) in routes.enumerated() { sparse[route.0] = index }
    }
    (firstSymbol, self.indices, sparseIndices) = (low, indices, sparse)
  }

  /// Returns the index of a route. Cost: O(1).
  @inline(__always)
  func index(of name: Symbol) -> Int? {
    let place = Int(name.rawValue) - Int(firstSymbol)
    guard indices.indices.contains(place), indices[place] > 0 else {
      return sparseIndices.isEmpty ? nil : sparseIndices[name]
    }
    return Int(indices[place]) - 1
  }
}
