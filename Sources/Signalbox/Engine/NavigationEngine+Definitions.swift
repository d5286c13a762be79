/// Registering coordinator types and presentation styles.
extension NavigationEngine {
  /// Makes a coordinator type known, or replaces the one of the same name.
  ///
  /// Its link patterns are compiled here: a malformed one throws `badArgument` and nothing is
  /// registered. So does a type of another engine, whose coordinators belong to that one.
  /// Cost: O(routes + links).
  public func register(_ type: CoordinatorType) throws(NavigationError) {
    try registry.register(type)
  }

  /// Makes a presentation style known, or replaces the one of the same name.
  ///
  /// Throws `badArgument`, and nothing is registered, where the name is the platform's own or the
  /// engine has 10,000 styles.
  public func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    try registry.register(style)
  }
}
