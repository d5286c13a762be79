/// Converts a coordinator's input to arguments and back.
enum CoordinatorInput {
  /// The name of the argument for an input that is not a keyed value.
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
