public import Signalbox
public import SignalboxScripting

/// The type of the coordinator on top.
public enum CoordinatorMatcher: Matcher {
  /// The key.
  public static let name = "coordinator"
  /// What scripts may expect.
  public static let type = "string"
  /// What the reference says.
  public static let summary = "the type of the coordinator on top"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .screens

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let engine = subject.session.engine
    return engine.topCoordinator.flatMap(engine.typeName(of:)).map { .string($0) } ?? .nil
  }
}
