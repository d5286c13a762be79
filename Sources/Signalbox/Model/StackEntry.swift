/// An entry in the list of screens that is passed to `setStack`.
public enum StackEntry {
  /// A route with its arguments. An existing screen with the same name and arguments is kept.
  case route(String, NavigationArguments = [:])
  /// A route with its arguments. Each use creates a new screen.
  case new(String, NavigationArguments = [:])
  /// A screen description. Each use creates a new screen.
  case content(ScreenContent)
  /// An existing screen in the stack.
  case screen(ScreenID)
}

extension StackEntry: ExpressibleByStringLiteral {
  /// Creates an entry for a route without arguments.
  public init(stringLiteral route: String) { self = .route(route) }
}
