/// A route: its destination (a screen, another coordinator or the result of a factory) and its
/// presentation style.
public struct RouteDefinition {
  /// The kinds of destinations.
  public enum Destination {
    /// A screen that is named like the route.
    case screen
    /// A new coordinator of the named type.
    case coordinator(String)
    /// The result of a factory. If the factory throws, the operation is rejected as
    /// `factoryFailed`.
    case factory((RouteRequest) throws(NavigationError) -> RouteTarget)
  }

  /// The destination of the route.
  public var destination: Destination
  /// The presentation style of the destination. The style `automatic` pushes a screen, and presents
  /// a coordinator in the style of its type.
  public var style: TransitionStyle
  /// The layer properties that override the style's values, if the destination is presented.
  public var layerTraits: LayerTraits
  /// The gestures that the destination does not allow, if it is a screen.
  public var screenTraits: ScreenTraits
  /// The arguments that the route accepts, or `nil` if it accepts any arguments.
  public var parameters: [RouteParameter]?
  /// A closure that is called when a coordinator that this route created has finished.
  public var onFinish: ((FinishNotice) throws -> Void)?
  /// The route that replaces a root coordinator created by this route when the coordinator finishes
  /// its flow. If there is no replacement and no ``replacementDecision``, the coordinator cannot
  /// finish (`isRootOfParent`).
  public var replacement: String?
  /// A closure that chooses the replacement when the flow finishes. The closure receives the
  /// coordinator whose root is replaced and the result of the flow, and its choice is used if
  /// ``replacement`` is `nil`. If the closure throws, the operation is rejected as `factoryFailed`.
  public var replacementDecision:
    ((CoordinatorID, NavigationValue?) throws(NavigationError) -> String)?
  /// A closure that returns the layer traits of a typed route with the given arguments.
  var typedTraits: ((NavigationArguments) -> LayerTraits)?
  /// A closure that returns the name of the coordinator type that a typed route creates for the
  /// given arguments. If the arguments are `nil`, the arguments of the route's sample apply. The
  /// closure returns `nil` if the destination is a screen.
  var typedTarget: ((NavigationArguments?) throws(NavigationError) -> String?)?

  /// Creates a route. By default, the destination is a screen with the name of the route.
  ///
  /// - Parameters:
  ///   - destination: The destination. The default is a screen that is named like the route.
  ///   - style: The presentation style of the destination. The style `automatic` pushes a screen,
  ///     and presents a coordinator in the style of its type.
  ///   - layerTraits: The layer properties that override the style's values, if the destination is
  ///     presented.
  ///   - screenTraits: The gestures that the screen does not allow.
  ///   - parameters: The arguments that the route accepts, or `nil` if it accepts any arguments.
  ///   - onFinish: A closure that is called exactly once for each coordinator that this route
  ///     creates, when the coordinator has finished.
  ///   - replacement: The route that replaces a root coordinator when the coordinator finishes its
  ///     flow. If the value is `nil`, the coordinator cannot finish, unless ``replacementDecision``
  ///     chooses a replacement.
  public init(
    _ destination: Destination = .screen,
    style: TransitionStyle = .automatic,
    layerTraits: LayerTraits = LayerTraits(),
    screenTraits: ScreenTraits = [],
    parameters: [RouteParameter]? = nil,
    onFinish: ((FinishNotice) throws -> Void)? = nil,
    replacement: String? = nil
  ) {
    self.destination = destination
    self.style = style
    self.layerTraits = layerTraits
    self.screenTraits = screenTraits
    self.parameters = parameters
    self.onFinish = onFinish
    self.replacement = replacement
  }
}

extension RouteDefinition {
  /// Returns whether the route's destination is a screen with the route's name, as far as this is
  /// known without calling the application's factories.
  func showsScreen(
    _ name: String, _ arguments: NavigationArguments
  ) throws(NavigationError) -> Bool {
    if let typedTarget { return try typedTarget(arguments) == nil }
    if case .screen = destination { return true }
    return false
  }
}

/// A request to create the destination of a route. The engine passes it to the route's factory.
public struct RouteRequest {
  /// The route's name.
  public let route: String
  /// The arguments of the route.
  public let arguments: NavigationArguments
  /// The coordinator that navigates.
  public let coordinator: CoordinatorID
}

/// The result of a route's factory.
public enum RouteTarget {
  /// A new screen with the given description, which the calling coordinator owns.
  case screen(ScreenContent, style: TransitionStyle = .automatic)
  /// A new coordinator of the named type.
  case coordinator(
    String, arguments: NavigationArguments = [:], style: TransitionStyle = .automatic)
  /// A coordinator that is not attached, created with ``NavigationEngine/makeCoordinator(_:_:_:)``.
  case instance(CoordinatorID, style: TransitionStyle = .automatic)
}

/// A description of a screen to create.
public struct ScreenContent {
  /// The name of the screen.
  public var name: String
  /// The arguments of the screen.
  public var arguments: NavigationArguments
  /// A host object, such as a view model, or `nil` if there is none. The object is retained as long
  /// as the screen exists.
  public var payload: AnyObject?
  /// The screen's route, if it differs from the name and the arguments.
  var origin: RouteOrigin?
  /// The gestures that the screen does not allow.
  public var traits: ScreenTraits

  /// Creates a screen description.
  ///
  /// - Parameters:
  ///   - name: The name of the screen, which scenarios use in comparisons.
  ///   - arguments: The arguments of the screen.
  ///   - payload: A host object, such as a view model, that is retained as long as the screen
  ///     exists, or `nil` if there is none.
  ///   - traits: The gestures that the screen does not allow.
  public init(
    name: String, arguments: NavigationArguments = [:], payload: AnyObject? = nil,
    traits: ScreenTraits = []
  ) {
    self.name = name
    self.arguments = arguments
    self.payload = payload
    self.traits = traits
  }
}

/// The gestures that a screen does not allow.
public struct ScreenTraits: OptionSet, Sendable, BitwiseCopyable {
  /// The restrictions as bits.
  public let rawValue: UInt8

  /// Creates restrictions from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Prevents the user from dismissing the screen's layer, with a swipe or by going back, while the
  /// screen is the front screen of the layer.
  public static let dismissDisabled = ScreenTraits(
    rawValue: ScreenFlags.isDismissDisabled.rawValue)
  /// Prevents the user from swiping back.
  public static let swipeBackDisabled = ScreenTraits(
    rawValue: ScreenFlags.isSwipeBackDisabled.rawValue)
}

/// An argument that a route or coordinator declares.
public struct RouteParameter: Hashable, Sendable {
  /// The kinds of values that an argument can accept.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A string.
    case string
    /// An integer.
    case integer
    /// An integer or a floating-point number.
    case number
    /// `true` or `false`.
    case boolean
    /// A table or a list.
    case table
    /// An object that is passed by reference.
    case object
    /// A value of any kind.
    case any
  }

  /// The name of the argument.
  public var name: String
  /// The kind of value that the argument accepts.
  public var kind: Kind
  /// Whether the argument may be omitted.
  public var isOptional: Bool

  /// Creates an argument. Arguments are required by default.
  ///
  /// - Parameters:
  ///   - name: The name of the argument.
  ///   - kind: The kind of value. Values of other kinds are rejected as `badArgument`. The kind
  ///     `number` also accepts integers.
  ///   - isOptional: Whether the argument may be omitted.
  public init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }

  func accepts(_ value: NavigationValue) -> Bool {
    switch (kind, value) {
    case (.any, _), (.string, .string), (.integer, .integer), (.boolean, .boolean): true
    case (.number, .number), (.number, .integer), (.table, .list), (.table, .table): true
    case (.object, .object): true
    default: false
    }
  }
}

extension RouteParameter {
  /// Checks arguments against their declarations. The error names the owner, the argument and, if
  /// the argument is declared, the expected kind.
  ///
  /// - Parameter hint: A closure that returns a hint for an undeclared argument that has the name
  ///   of an option, or `nil` for any other argument.
  static func check(
    _ arguments: NavigationArguments?, against parameters: [RouteParameter], of owner: String,
    hint hintForArgument: (String) -> String? = { _ in nil }
  ) throws(NavigationError) {
    do throws(NavigationError) {
      try check(arguments, parameters, owner)
    } catch {
      for field in arguments?.fields ?? []
      where !parameters.contains(where: { $0.name == field.name }) {
        guard let hint = hintForArgument(field.name) else { continue }
        throw NavigationError(
          .badArgument, "\(owner) does not declare argument \"\(field.name)\"", hint: hint)
      }
      throw error
    }
  }

  /// Returns a hint if a table was passed instead of an object, or an object instead of plain data.
  private static func hint(for value: NavigationValue, as kind: Kind) -> String? {
    switch (kind, value) {
    case (.object, .table), (.object, .list):
      "a plain table is copied; to pass it by reference, give it a metatable or create it with a "
        + "function from object(name, make)"
    case (_, .object):
      "a table with a metatable is passed by reference; declare the argument as object"
    default: nil
    }
  }

  private static func check(
    _ arguments: NavigationArguments?, _ parameters: [RouteParameter], _ owner: String
  ) throws(NavigationError) {
    for parameter in parameters {
      guard let value = arguments?[parameter.name] else {
        if parameter.isOptional { continue }
        throw NavigationError(
          .badArgument,
          "\(owner): argument \"\(parameter.name)\" is missing, expected \(parameter.kind.rawValue)"
        )
      }
      guard parameter.accepts(value) else {
        throw NavigationError(
          .badArgument,
          "\(owner): argument \"\(parameter.name)\" is \(value.kindName) \(value), "
            + "expected \(parameter.kind.rawValue)", hint: hint(for: value, as: parameter.kind))
      }
    }
    for field in arguments?.fields ?? []
    where !parameters.contains(where: { $0.name == field.name }) {
      throw NavigationError(
        .badArgument, "\(owner) does not declare argument \"\(field.name)\"",
        hint: nameHint(for: field.name, in: parameters.map(\.name)) ?? "it declares no arguments")
    }
  }
}
