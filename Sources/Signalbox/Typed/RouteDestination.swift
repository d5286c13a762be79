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

/// The input of a coordinator as its arguments.
enum CoordinatorInput {
  /// The argument that contains an input which is not keyed.
  private static var name: String { "input" }

  static func arguments<Input: Sendable>(
    of input: Input
  ) throws(NavigationError) -> NavigationArguments {
    if PassedValue.isNothing(input) { return [:] }
    switch try PassedValue.navigationValue(of: input) {
    case .table(let fields): return fields
    case let value: return [name: value]
    }
  }

  static func input<Input: Sendable>(
    _ arguments: NavigationArguments, as type: Input.Type
  ) throws(NavigationError) -> Input {
    if let nothing = () as? Input { return nothing }
    if arguments.isEmpty, let optional = type as? any ExpressibleByNilLiteral.Type,
      let nothing = optional.init(nilLiteral: ()) as? Input
    {
      return nothing
    }
    guard arguments.count == 1, let value = arguments[name] else {
      return try PassedValue.value(.table(arguments), as: type)
    }
    if let input = try? PassedValue.value(.table(arguments), as: type) { return input }
    return try PassedValue.value(value, as: type)
  }
}

/// A link pattern that leads to a typed route.
public struct RouteLink<Value: Route> {
  /// `scheme://host/path`, as in ``LinkHandler/pattern``.
  public let pattern: String
  let route: (LinkValues) throws -> Value

  /// Creates a link.
  ///
  /// ```swift
  /// RouteLink("shop://product/:id") { try .product(id: $0["id"]) }
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern, as in ``LinkHandler/pattern``.
  ///   - route: Returns the route that the link leads to; an error is reported, and the link
  ///     changes nothing.
  public init(_ pattern: String, _ route: @escaping (LinkValues) throws -> Value) {
    self.pattern = pattern
    self.route = route
  }
}

/// The values of a link, converted to the types that a route declares.
public struct LinkValues {
  private let match: LinkMatch

  init(_ match: LinkMatch) { self.match = match }

  /// The link as it was opened.
  public var url: String { match.url }

  /// Returns the value of a name in the path or the query: `7` is also a `String`, and `"7"` an
  /// `Int`.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the link has no such value, or it is not of that type.
  public subscript<Value: LosslessStringConvertible>(name: String) -> Value {
    get throws(NavigationError) {
      guard let value = try self[optional: name] as Value? else {
        throw NavigationError(
          .badArgument, "\(match.url) has no value \"\(name)\", expected one of type \(Value.self)",
          hint: nameHint(for: name, in: match.arguments.fields.map(\.name)))
      }
      return value
    }
  }

  /// Returns the value of a name; `nil` if the link has none.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the value is not of that type.
  public subscript<Value: LosslessStringConvertible>(optional name: String) -> Value? {
    get throws(NavigationError) {
      guard let given = match.arguments[name] else { return nil }
      let text =
        switch given {
        case .string(let text): text
        case .integer(let number): String(number)
        default: given.description
        }
      guard let value = Value(text) else {
        throw NavigationError(
          .badArgument, "\(match.url): \(name) is \"\(text)\", expected \(Value.self)")
      }
      return value
    }
  }
}
