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

  /// Forgets a coordinator type and its link patterns; does nothing where there is none.
  ///
  /// Coordinators of the type go on, but know no route of it any more. Cost: O(all patterns).
  public func unregister(coordinatorType name: String) { registry.unregister(type: name) }

  /// The definition of that name.
  public func coordinatorType(named name: String) -> CoordinatorType? {
    registry.type(named: name)
  }

  /// The names of all coordinator types, sorted.
  public var coordinatorTypeNames: [String] { registry.typeNames }

  /// Makes a presentation style known, or replaces the one of the same name.
  ///
  /// Throws `badArgument`, and nothing is registered, where the name is the platform's own or the
  /// engine has 10,000 styles.
  public func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    try registry.register(style)
  }

  /// Forgets a presentation style of one's own; layers that have it keep it.
  public func unregister(style name: String) { registry.unregister(style: name) }

  /// The style of that name: `automatic`, `push`, a platform style or a registered one.
  public func transitionStyle(named name: String) throws(NavigationError) -> TransitionStyle {
    try registry.style(named: name)
  }

  /// The names that ``transitionStyle(named:)`` knows, sorted.
  package var transitionStyleNames: [String] { registry.styles.names }

  /// The name of a style; `automatic` where the route or coordinator decides.
  public func name(of style: TransitionStyle) -> String {
    switch style {
    case .automatic: "automatic"
    case .push: "push"
    default: registry.styles[style].name
    }
  }

  /// The names of the presentation styles of one's own, sorted.
  public var customStyleNames: [String] {
    let builtIn = Set(StyleTable.standard.names)
    return registry.styles.names.filter { !builtIn.contains($0) }
  }

  /// The presentation style of one's own of that name.
  public func customStyle(named name: String) -> PresentationStyle? {
    guard customStyleNames.contains(name) else { return nil }
    return registry.styles.find(name).map { registry.styles[$0] }
  }
}
