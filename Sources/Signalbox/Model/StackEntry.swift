/// One screen of the stack that `setStack` is to leave behind.
public enum StackEntry {
  /// A route with what it takes; a screen there is of the same name and arguments stays.
  case route(String, NavigationArguments = [:])
  /// A route with what it takes, always on a new screen.
  case new(String, NavigationArguments = [:])
  /// A description of a screen, always a new one.
  case content(ScreenContent)
  /// A screen that stands on the stack.
  case screen(ScreenID)
}

extension StackEntry: ExpressibleByStringLiteral {
  /// A route without arguments.
  public init(stringLiteral route: String) { self = .route(route) }
}
