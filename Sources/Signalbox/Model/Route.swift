/// Where a name leads: to a screen, to another coordinator, or to what a factory decides.
public struct Route {
  /// What a route leads to.
  public enum Destination {
    /// A screen named like the route.
    case screen
    /// A new coordinator of the type of that name.
    case coordinator(String)
    /// Whatever the factory answers; its error rejects the operation as `factoryFailed`.
    case factory((RouteRequest) throws(NavigationError) -> RouteTarget)
  }

  /// What it leads to.
  public var destination: Destination
  /// How to go there; `automatic` pushes a screen and presents a coordinator by its type's style.
  public var style: TransitionStyle
  /// How the layer of its screen or coordinator differs from its style.
  public var layerTraits: LayerTraits
  /// What the user may not do on its screen.
  public var screenTraits: ScreenTraits
  /// The arguments it takes; `nil` takes anything.
  public var parameters: [RouteParameter]?
  /// Called when a coordinator that this route made has finished.
  public var onFinish: ((FinishNotice) -> Void)?
  /// The route that takes the place of a root coordinator made by this one when it finishes its
  /// flow; without one it cannot (`isRootOfParent`).
  public var replacement: String?
  /// Chooses the replacement when the flow finishes, from who finishes it and its result, where
  /// ``replacement`` names none; its error rejects the operation as `factoryFailed`.
  public var replacementDecision:
    ((CoordinatorID, NavigationValue?) throws(NavigationError) -> String)?

  /// A route to a screen of its own name unless said otherwise.
  public init(
    _ destination: Destination = .screen,
    style: TransitionStyle = .automatic,
    layerTraits: LayerTraits = LayerTraits(),
    screenTraits: ScreenTraits = [],
    parameters: [RouteParameter]? = nil,
    onFinish: ((FinishNotice) -> Void)? = nil,
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

/// What a route's factory is asked.
public struct RouteRequest {
  /// The route's name.
  public let route: String
  /// What the route was given.
  public let arguments: NavigationArguments
  /// The coordinator that navigates.
  public let coordinator: CoordinatorID
}

/// What a route's factory answers.
public enum RouteTarget {
  case screen(ScreenContent, style: TransitionStyle = .automatic)
  /// A new coordinator of the type of that name.
  case coordinator(
    String, arguments: NavigationArguments = [:], style: TransitionStyle = .automatic)
  /// A coordinator that ``NavigationEngine/makeCoordinator(_:_:_:)`` made and that is not attached yet.
  case instance(CoordinatorID, style: TransitionStyle = .automatic)
}

/// A screen that does not exist yet.
public struct ScreenContent {
  /// What it is called on the stack.
  public var name: String
  /// What it is shown with.
  public var arguments: NavigationArguments
  /// An object of the host that travels with the screen and goes with it.
  public var payload: AnyObject?
  /// The route behind it, where name and arguments do not say it.
  var origin: RouteOrigin?
  /// What the user may not do on it.
  public var traits: ScreenTraits

  /// A description of a screen.
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

/// What the user may not do on a screen.
public struct ScreenTraits: OptionSet, Sendable, BitwiseCopyable {
  /// The bits of a screen's flags.
  public let rawValue: UInt8

  /// Takes the bits of the traits that it has.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Swipe its layer away, or go back from it, while it is the front screen there.
  public static let dismissDisabled = ScreenTraits(
    rawValue: ScreenFlags.isDismissDisabled.rawValue)
  /// Swipe it back.
  public static let swipeBackDisabled = ScreenTraits(
    rawValue: ScreenFlags.isSwipeBackDisabled.rawValue)
}

/// One declared argument of a route or coordinator.
public struct RouteParameter: Hashable, Sendable {
  /// What kinds of values an argument takes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean, table, object, any
  }

  /// The argument's name.
  public var name: String
  /// What it takes.
  public var kind: Kind
  /// Whether it may be left out.
  public var isOptional: Bool

  /// A required argument unless said otherwise.
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
  /// Checks arguments against a declaration; the error names the owner, the argument, what came
  /// and what was expected.
  ///
  /// - Parameter operation: The number of the operation that was given them, if one was: its options
  ///   are distinguished from unknown arguments.
  static func check(
    _ arguments: NavigationArguments?, against parameters: [RouteParameter], of owner: String,
    in operation: Int? = nil
  ) throws(NavigationError) {
    do throws(NavigationError) {
      try check(arguments, parameters, owner)
    } catch {
      guard let signature = operation.map(OperationCatalog.signature(at:)) else { throw error }
      for field in arguments?.fields ?? []
      where !parameters.contains(where: { $0.name == field.name }) {
        guard let hint = signature.hint(forArgument: field.name) else { continue }
        throw NavigationError(
          .badArgument, "\(owner): takes no argument \"\(field.name)\"", hint: hint)
      }
      throw error
    }
  }

  /// What to do about tables in the place of objects, and the other way round.
  private static func hint(for value: NavigationValue, as kind: Kind) -> String? {
    switch (kind, value) {
    case (.object, .table), (.object, .list):
      "a plain table is copied; to pass it by reference, give it a metatable or make it with object"
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
        .badArgument, "\(owner): takes no argument \"\(field.name)\"",
        hint: nameHint(for: field.name, in: parameters.map(\.name)) ?? "it takes no arguments")
    }
  }
}
