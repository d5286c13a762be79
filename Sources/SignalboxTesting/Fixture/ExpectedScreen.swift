public import Signalbox

/// A screen that a test expects, described by its name and, optionally, its arguments.
public struct ExpectedScreen: Hashable, Sendable {
  /// The name of the screen's route.
  public let name: String
  /// The complete arguments, or `nil` to match any arguments.
  public let arguments: NavigationArguments?

  init(_ name: String, _ arguments: NavigationArguments?) {
    self.name = name
    self.arguments = arguments
  }

  /// Creates an expected screen with its complete arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the screen.
  ///   - arguments: The complete arguments. Any additional argument is a difference.
  public static func screen(_ name: String, _ arguments: NavigationArguments) -> ExpectedScreen {
    ExpectedScreen(name, arguments)
  }

  /// Returns a stack as text.
  static func text(of screens: [ExpectedScreen]) -> String {
    screens.isEmpty ? "{}" : "{ \(screens.map(\.description).joined(separator: ", ")) }"
  }
}

extension ExpectedScreen: ExpressibleByStringLiteral {
  /// Creates an expected screen that may have any arguments.
  public init(stringLiteral name: String) { self.init(name, nil) }
}

extension ExpectedScreen: CustomStringConvertible {
  /// A description of the screen, such as `"product"` or `{ "product", id = 42 }`.
  public var description: String {
    let name = NavigationValue.string(name).description
    guard let arguments else { return name }
    if arguments.isEmpty { return "{ \(name) }" }
    return "{ \(name), \(arguments.description.dropFirst(2))"
  }
}
