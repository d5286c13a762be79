/// One screen of the new stack of `setStack`.
public enum StackEntry {
  /// A route with its arguments; an existing screen with the same name and arguments remains.
  case route(String, NavigationArguments = [:])
  /// A route with its arguments, always on a new screen.
  case new(String, NavigationArguments = [:])
  /// A description of a screen, always a new one.
  case content(ScreenContent)
  /// An existing screen of the stack.
  case screen(ScreenID)
}

extension StackEntry: ExpressibleByStringLiteral {
  /// Creates an entry for a route without arguments.
  public init(stringLiteral route: String) { self = .route(route) }
}
