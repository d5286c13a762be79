import Signalbox

/// A coordinator without a Swift class of its own, which starts at a route.
final class Clerk: CoordinatorDelegate {
  private let router: AnyRouter
  private let first: String?

  init(_ router: AnyRouter, startingAt first: String?) {
    (self.router, self.first) = (router, first)
  }

  func start(animated: Bool) { if let first { router.startFlow(at: first) } }
}

/// An engine with the coordinator types `Office`, `Archive` and `Building`, which are called by
/// name. An office has the screens `lobby`, `drawer` and `letter`, and leads to an archive. A
/// building has an office and an archive as its pages.
struct Office {
  let engine = NavigationEngine()
  let router: AnyRouter

  init(launching type: String = "Office") throws {
    for type in Self.types(in: engine) { try engine.register(type) }
    engine.launch(type)
    guard let main = engine.main else { throw NavigationError(.notReady, "launch failed") }
    router = engine.router(of: main)
  }

  static func types(in engine: NavigationEngine) -> [CoordinatorType] {
    func type(
      _ name: String, startingAt first: String?, routes: [String: RouteDefinition] = [:],
      pages: [PageDefinition] = []
    ) -> CoordinatorType {
      CoordinatorType(
        name: name, kind: pages.isEmpty ? .navigation : .tabs, routes: routes, pages: pages
      ) { [unowned engine] coordinator, _ throws(NavigationError) in
        Clerk(engine.router(of: coordinator), startingAt: first)
      }
    }
    let archive = RouteDefinition(.coordinator("Archive"))
    return [
      type(
        "Office", startingAt: "lobby",
        routes: [
          "lobby": RouteDefinition(), "drawer": RouteDefinition(), "letter": RouteDefinition(),
          "archive": archive,
        ]),
      type(
        "Archive", startingAt: "hall",
        routes: ["hall": RouteDefinition(), "box": RouteDefinition()]),
      type(
        "Building", startingAt: nil,
        pages: [
          PageDefinition(id: "work", coordinator: "Office"),
          PageDefinition(id: "store", coordinator: "Archive"),
        ]),
    ]
  }

  /// The names of the screens on the stack of the main coordinator, from bottom to top.
  var stack: String {
    engine.stack(of: router.coordinator).map(\.name).joined(separator: "/")
  }

  /// Returns an outcome and the stack after it.
  func after(_ outcome: Outcome?) -> String { "\(text(outcome)): \(stack)" }

  /// Returns an outcome with its value.
  func text(_ outcome: Outcome?) -> String {
    guard let outcome else { return "waits" }
    func name(_ symbol: Symbol) -> String { engine.symbols[symbol] }
    let value: String? =
      switch outcome.value {
      case .none: nil
      case .name(let symbol), .page(let symbol): name(symbol)
      case .names(let symbols): symbols.map(name).joined(separator: ",")
      case .boolean(let value): "\(value)"
      case .coordinator(let id): engine.typeName(of: id) ?? "finished"
      case .value(.string(let text)): text
      case .value(let value): "\(value)"
      }
    return value.map { "\(outcome) \($0)" } ?? "\(outcome)"
  }
}
