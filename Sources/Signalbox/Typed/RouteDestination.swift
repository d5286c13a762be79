/// Where a typed route leads.
public struct RouteDestination {
  /// The kinds of destinations.
  enum Kind {
    case screen
    case coordinator(String, NavigationArguments)
  }

  let kind: Kind

  /// A screen with the name and the arguments of the route.
  public static var screen: RouteDestination { RouteDestination(kind: .screen) }

  /// A new coordinator, which the engine creates with the function of its registration.
  ///
  /// - Parameters:
  ///   - type: The type of the coordinator.
  ///   - input: What it is created with.
  /// - Throws: `badArgument` for an input with a part that cannot be passed.
  public static func coordinator<Child: Coordinator>(
    _ type: Child.Type, with input: Child.Input
  ) throws(NavigationError) -> RouteDestination {
    RouteDestination(kind: .coordinator(Child.name, try CoordinatorInput.arguments(of: input)))
  }

  /// A new coordinator without an input.
  ///
  /// - Parameter type: The type of the coordinator.
  public static func coordinator<Child: Coordinator>(_ type: Child.Type) -> RouteDestination
  where Child.Input == Void {
    RouteDestination(kind: .coordinator(Child.name, [:]))
  }

  /// A coordinator that a script defines, or one that is registered by name.
  ///
  /// - Parameters:
  ///   - name: The name of its type.
  ///   - arguments: The arguments that it is created with.
  public static func coordinator(
    named name: String, _ arguments: NavigationArguments = [:]
  ) -> RouteDestination {
    RouteDestination(kind: .coordinator(name, arguments))
  }
}
