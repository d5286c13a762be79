extension NavigationEngine {
  /// Forgets a coordinator type and its link patterns; does nothing where there is none.
  ///
  /// Coordinators of the type go on, but know no route of it any more. Cost: O(all patterns).
  public func unregister(coordinatorType name: String) {
    guard let symbol = symbols.find(name), registered(symbol) != nil else { return }
    types[Int(symbol.rawValue)] = nil
    // The patterns of the others were all read before, so none is refused now.
    try? links.replace([], of: symbol)
  }

  /// Forgets a presentation style of one's own; layers that have it keep it.
  public func unregister(style name: String) { styles.remove(name) }

  /// The names of the presentation styles of one's own, sorted.
  public var customStyleNames: [String] {
    let builtIn = Set(StyleTable.standard.names)
    return styles.names.filter { !builtIn.contains($0) }
  }

  /// The presentation style of one's own of that name.
  public func customStyle(named name: String) -> PresentationStyle? {
    guard customStyleNames.contains(name) else { return nil }
    return styles.find(name).map { styles[$0] }
  }
}
