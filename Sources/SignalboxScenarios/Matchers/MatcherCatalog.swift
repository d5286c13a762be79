/// Every matcher there is; scripts, hints and the reference follow it.
///
/// A new matcher is one file in this folder and one line here. Plugins add theirs to the session.
public enum MatcherCatalog {
  /// The matchers in the order that the reference shows.
  public static let all: [any Matcher.Type] = [
    StackMatcher.self,
    TopMatcher.self,
    FrontMatcher.self,
    ModalMatcher.self,
    LayersMatcher.self,
    TabMatcher.self,
    PagesMatcher.self,
    BadgesMatcher.self,
    CoordinatorMatcher.self,
    TitleMatcher.self,
    ActionsMatcher.self,
    ArgsMatcher.self,
    AlertMatcher.self,
    ToastMatcher.self,
    ResultMatcher.self,
    EventsMatcher.self,
    LinksMatcher.self,
    LeaksMatcher.self,
  ]

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The matcher of that name.
  public static func matcher(named name: String) -> (any Matcher.Type)? { byName[name] }
}
