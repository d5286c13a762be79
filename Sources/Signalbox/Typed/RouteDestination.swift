/// The destination of a typed route.
public struct RouteDestination {
  /// The kinds of destinations.
  enum Kind {
    case screen
    case coordinator(String, NavigationArguments)
  }

  let kind: Kind

  /// A screen with the name and arguments of the route.
  public static var screen: RouteDestination { RouteDestination(kind: .screen) }

  /// Returns a destination that is a new coordinator. The engine creates the coordinator with the
  /// closure that is registered for its class.
  ///
  /// - Parameters:
  ///   - type: The class of the coordinator.
  ///   - input: The coordinator's input.
  /// - Throws: `badArgument` if the input contains a value that cannot be passed.
  public static func coordinator<Child: Coordinator>(
    _ type: Child.Type, with input: Child.Input
  ) throws(NavigationError) -> RouteDestination {
    RouteDestination(kind: .coordinator(Child.name, try CoordinatorInput.arguments(of: input)))
  }

  /// Returns a destination that is a new coordinator without an input.
  ///
  /// - Parameter type: The class of the coordinator.
  public static func coordinator<Child: Coordinator>(_ type: Child.Type) -> RouteDestination
  where Child.Input == Void {
    RouteDestination(kind: .coordinator(Child.name, [:]))
  }

  /// Returns a destination that is a new coordinator of a type that is defined in a script or
  /// registered by name.
  ///
  /// - Parameters:
  ///   - name: The name of the coordinator's type.
  ///   - arguments: The coordinator's arguments.
  public static func coordinator(
    named name: String, _ arguments: NavigationArguments = [:]
  ) -> RouteDestination {
    RouteDestination(kind: .coordinator(name, arguments))
  }
}
