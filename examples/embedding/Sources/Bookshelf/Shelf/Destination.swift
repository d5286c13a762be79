public import Signalbox

/// The arguments of a destination that takes none.
public struct NoInput: Codable, Hashable, Sendable {
  /// Creates empty arguments.
  public init() {}
}

/// The way in which a destination is shown.
public enum DestinationKind: Hashable, Sendable {
  /// The destination is the root screen.
  case root
  /// The destination is a screen on the stack.
  case push
  /// The destination is another coordinator, native or scripted, in a new layer.
  case modal(String)
}

/// A destination of a coordinator and the arguments that it takes, declared in the form of
/// Stinsen's `@Root` and `@Route(.push)`.
public struct Destination<Input: Encodable>: AnyDestination {
  /// The name in scripts and stacks.
  public let name: String
  /// The way in which the destination is shown.
  public let kind: DestinationKind

  /// Creates a root screen.
  public static func root(_ name: String) -> Destination { Destination(name: name, kind: .root) }

  /// Creates a screen on the stack.
  public static func push(_ name: String) -> Destination { Destination(name: name, kind: .push) }

  /// Creates another coordinator, native or scripted.
  public static func modal(_ name: String, _ coordinator: String) -> Destination {
    Destination(name: name, kind: .modal(coordinator))
  }
}

/// A destination with any type of arguments.
public protocol AnyDestination: Sendable {
  /// The name in scripts and stacks.
  var name: String { get }
  /// The way in which the destination is shown.
  var kind: DestinationKind { get }
}

extension AnyDestination {
  /// The engine route that leads to the destination.
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
  /// The type whose properties are the destinations.
  associatedtype Destinations
  /// The destinations of the coordinator.
  static var destinations: Destinations { get }
}

extension NavigationCoordinatable {
  /// The destinations as engine routes.
  public static var routeTable: [String: RouteDefinition] {
    let all = Mirror(reflecting: destinations).children.compactMap {
      $0.value as? any AnyDestination
    }
    return Dictionary(all.map { ($0.name, $0.route) }) { first, _ in first }
  }

  /// Navigates to a destination.
  @discardableResult
  public func route<Input>(
    to destination: (Destinations) -> Destination<Input>, _ input: Input
  ) throws(NavigationError) -> Outcome? {
    let name = destination(Self.destinations).name
    return router.route(to: name, try NavigationArguments(encoding: input))
  }

  /// Starts the flow at a destination.
  public func begin(at destination: (Destinations) -> Destination<NoInput>) {
    router.startFlow(at: destination(Self.destinations).name)
  }
}
