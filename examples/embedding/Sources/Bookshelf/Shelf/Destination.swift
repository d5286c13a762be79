public import Signalbox

/// What a destination takes that takes nothing.
public struct NoInput: Codable, Hashable, Sendable {
  /// Nothing.
  public init() {}
}

/// How a destination is reached.
public enum DestinationKind: Hashable, Sendable {
  /// It is the first screen.
  case root
  /// It is a screen on the stack.
  case push
  /// It is another coordinator, native or of a script, above everything.
  case modal(String)
}

/// Where a coordinator can go and what it takes there, as Stinsen's `@Root` and `@Route(.push)`
/// declare it.
public struct Destination<Input: Encodable>: AnyDestination {
  /// What scripts and stacks call it.
  public let name: String
  /// How it is reached.
  public let kind: DestinationKind

  /// The first screen.
  public static func root(_ name: String) -> Destination { Destination(name: name, kind: .root) }

  /// A screen on the stack.
  public static func push(_ name: String) -> Destination { Destination(name: name, kind: .push) }

  /// Another coordinator, native or of a script.
  public static func modal(_ name: String, _ coordinator: String) -> Destination {
    Destination(name: name, kind: .modal(coordinator))
  }
}

/// A destination, whatever it takes.
public protocol AnyDestination: Sendable {
  /// What scripts and stacks call it.
  var name: String { get }
  /// How it is reached.
  var kind: DestinationKind { get }
}

extension AnyDestination {
  /// The route of the engine that leads there.
  public var route: RouteDefinition {
    switch kind {
    case .root: RouteDefinition()
    case .push: RouteDefinition(style: .push)
    case .modal(let coordinator): RouteDefinition(.coordinator(coordinator), style: .sheet)
    }
  }
}

/// A coordinator with typed destinations, in the form of Stinsen's `NavigationCoordinatable`.
public protocol NavigationCoordinatable: NamedCoordinator {
  /// A type whose properties are the destinations.
  associatedtype Destinations
  /// Where it can go.
  static var destinations: Destinations { get }
}

extension NavigationCoordinatable {
  /// The destinations as routes of the engine.
  public static var routeTable: [String: RouteDefinition] {
    let all = Mirror(reflecting: destinations).children.compactMap {
      $0.value as? any AnyDestination
    }
    return Dictionary(all.map { ($0.name, $0.route) }) { first, _ in first }
  }

  /// Goes to a destination.
  @discardableResult
  public func route<Input>(
    to destination: (Destinations) -> Destination<Input>, _ input: Input
  ) throws(NavigationError) -> Outcome? {
    let name = destination(Self.destinations).name
    return router.route(to: name, try NavigationArguments(encoding: input))
  }

  /// Begins at a destination.
  public func begin(at destination: (Destinations) -> Destination<NoInput>) {
    router.startFlow(at: destination(Self.destinations).name)
  }
}
