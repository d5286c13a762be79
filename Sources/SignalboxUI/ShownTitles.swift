internal import Signalbox

/// The titles of the screens that a host shows. A coordinator calculates titles, so a title can
/// change without an engine event.
struct ShownTitles {
  private var titles: [ScreenID: String] = [:]

  /// Records the titles of screens before the host first shows them.
  mutating func add(_ screens: some Sequence<ScreenID>, of engine: NavigationEngine) {
    for screen in screens where titles[screen] == nil { titles[screen] = engine.title(of: screen) }
  }

  /// Returns the titles that have changed since the last call, and forgets the titles of screens
  /// that the host no longer shows.
  ///
  /// - Parameter screens: The screens that the host shows, in any order.
  mutating func takeChanges(
    of screens: some Sequence<ScreenID>, in engine: NavigationEngine
  ) -> [(screen: ScreenID, title: String)] {
    let old = titles
    titles = [:]
    var changes: [(screen: ScreenID, title: String)] = []
    for screen in screens {
      guard let title = engine.title(of: screen) else { continue }
      titles[screen] = title
      if let shown = old[screen], shown != title { changes.append((screen, title)) }
    }
    return changes
  }
}
