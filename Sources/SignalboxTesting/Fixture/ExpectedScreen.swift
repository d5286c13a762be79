public import Signalbox

/// A screen that a test expects: its name, and optionally its arguments.
public struct ExpectedScreen: Hashable, Sendable {
  /// The name of its route.
  public let name: String
  /// All arguments. `nil` matches any.
  public let arguments: NavigationArguments?

  init(_ name: String, _ arguments: NavigationArguments?) {
    self.name = name
    self.arguments = arguments
  }

  /// Creates an expected screen with all its arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the screen.
  ///   - arguments: All arguments. Others than these are a difference.
  public static func screen(_ name: String, _ arguments: NavigationArguments) -> ExpectedScreen {
    ExpectedScreen(name, arguments)
  }

  /// Returns a stack as text.
  static func text(of screens: [ExpectedScreen]) -> String {
    screens.isEmpty ? "{}" : "{ \(screens.map(\.description).joined(separator: ", ")) }"
  }
}

extension ExpectedScreen: ExpressibleByStringLiteral {
  /// Creates an expected screen with any arguments.
  public init(stringLiteral name: String) { self.init(name, nil) }
}

extension ExpectedScreen: CustomStringConvertible {
  /// `"product"`, `{ "product", id = 42 }`.
  public var description: String {
    let name = NavigationValue.string(name).description
    guard let arguments else { return name }
    if arguments.isEmpty { return "{ \(name) }" }
    return "{ \(name), \(arguments.description.dropFirst(2))"
  }
}
