public import Signalbox
public import SignalboxScripting

/// Something that `app:expect` can look at.
///
/// A matcher reads its subject and changes nothing. What scripts expect is compared with what it
/// gives by ``Comparison``: lists in full, names as far as they are given, functions as questions.
public protocol Matcher: SendableMetatype {
  /// The key in `app:expect { … }`.
  static var name: String { get }
  /// What scripts may expect, in LuaCATS notation.
  static var type: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }

  /// The events that change what it looks at, for reports.
  static var causes: Set<NavigationEvent.Kind> { get }

  /// What there is.
  ///
  /// - Parameter expected: What is expected, for matchers that show more where more is expected.
  /// - Throws: `badArgument` where something else is expected than can ever be.
  static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue
}

extension Matcher {
  /// Nothing is known to.
  public static var causes: Set<NavigationEvent.Kind> { [] }
}

extension Set<NavigationEvent.Kind> {
  /// What changes the layers.
  static let layers: Self = [.layerPresented, .layerDismissed]
  /// What changes which screen is in front, and what stands below it.
  static let screens: Self = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
  ]
}
