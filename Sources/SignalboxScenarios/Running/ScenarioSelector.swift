internal import Signalbox

/// Selects the scenarios to run.
public struct ScenarioSelector: Sendable {
  /// The location of one or more scenarios.
  public struct Location: Hashable, Sendable {
    /// The path of a file, or of a folder that contains files.
    public var path: String
    /// A line of a scenario in the file, or `nil` for the whole file or folder.
    public var line: Int?

    /// Creates a location: a file, a folder, or a line of a file.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the current folder, like the paths of scenarios.
    ///   - line: A line of a scenario in the file, or `nil` for the whole file or folder.
    public init(path: String, line: Int? = nil) {
      self.path = path
      self.line = line
    }
  }

  /// The reason why a selection is invalid.
  public struct Rejection: Error, Hashable, Sendable {
    /// A one-sentence description without a period.
    public let message: String

    /// Creates a rejection.
    ///
    /// - Parameter message: A one-sentence description without a period.
    public init(message: String) { self.message = message }
  }

  /// Expressions that match parts of a scenario's title or path, ignoring case. All expressions
  /// must match.
  public var keywords: [SelectionExpression] = []
  /// Expressions that match a scenario's tags. All expressions must match.
  public var tags: [SelectionExpression] = []
  /// Locations, of which at least one must match. If there are no locations and no ``ids``, every
  /// scenario matches.
  public var locations: [Location] = []
  /// Identifiers of scenarios that are selected regardless of their location.
  public var ids: Set<String> = []
  /// The word for a scenario in rejections.
  package var noun = "scenario"

  /// Creates a selector that selects all scenarios.
  public init() {}

  /// Returns the selected scenarios in their original order.
  ///
  /// If any of these scenarios has the option `only`, those without it are omitted, unless the
  /// selection contains lines or identifiers.
  ///
  /// - Parameter scenarios: All scenarios that were found.
  /// - Throws: A rejection if an expression contains a tag that no scenario has, if a line precedes
  ///   the first scenario of its file, or if an identifier refers to a loaded file but to none of
  ///   its scenarios.
  public func select(_ scenarios: [ScenarioDescription]) throws(Rejection) -> [ScenarioDescription]
  {
    try checkTags(scenarios)
    try checkLocations(scenarios)
    let lines = locations.filter { $0.line != nil }
    let wanted = Set(
      lines.flatMap { location in Self.scenarios(at: location, in: scenarios).map(\.id) })
    let whole = locations.filter { $0.line == nil }.map(\.path)
    let folders = whole.map { "\($0)/" }
    let chosen = scenarios.filter { scenario in
      Self.mentions(scenario, keywords)
        && tags.allSatisfy { $0.selects(scenario.options.tags.contains) }
        && (locations.isEmpty && ids.isEmpty || whole.contains(scenario.file)
          || whole.contains(".") || folders.contains(where: scenario.file.hasPrefix)
          || ids.contains(scenario.id) || wanted.contains(scenario.id))
    }
    let focused = chosen.filter(\.options.isOnly)
    return focused.isEmpty || !lines.isEmpty || !ids.isEmpty ? chosen : focused
  }

  private static func mentions(
    _ scenario: ScenarioDescription, _ expressions: [SelectionExpression]
  ) -> Bool {
    guard !expressions.isEmpty else { return true }
    let text = "\(scenario.file) \(scenario.title)".lowercased()
    return expressions.allSatisfy { $0.selects { text.contains($0.lowercased()) } }
  }

  /// Returns the last scenario that begins at or before a line, with all scenarios that begin on
  /// the same line, such as the cases of an `each`.
  private static func scenarios(at location: Location, in scenarios: [ScenarioDescription])
    -> [ScenarioDescription]
  {
    guard let line = location.line else { return [] }
    let file = scenarios.filter { $0.file == location.path }
    let start = file.map(\.line).filter { $0 <= line }.max()
    return file.filter { $0.line == start }
  }

  /// Throws a rejection for a line before the first scenario in a file, and for an identifier
  /// without a scenario.
  private func checkLocations(_ scenarios: [ScenarioDescription]) throws(Rejection) {
    let files = Dictionary(grouping: scenarios, by: \.file)
    for location in locations {
      guard let line = location.line, let first = files[location.path]?.map(\.line).min(),
        line < first
      else { continue }
      throw Rejection(
        message: "\(location.path):\(line) is before the first \(noun) of the file, which is on "
          + "line \(first)")
    }
    let known = Set(scenarios.map(\.id))
    // Identifiers that refer to files without scenarios are ignored here. Usually, such files
    // failed to load, which is reported separately.
    let missing = ids.subtracting(known).sorted().first { id in
      files.keys.contains { id.hasPrefix("\($0)::") }
    }
    if let id = missing {
      let hint = nameHint(for: id, in: known).map { "; \($0)" } ?? ""
      throw Rejection(message: "there is no \(noun) \(id)\(hint)")
    }
  }

  private func checkTags(_ scenarios: [ScenarioDescription]) throws(Rejection) {
    let known = Set(scenarios.flatMap(\.options.tags))
    for tag in tags.flatMap(\.terms) where !known.contains(tag) {
      let hint = nameHint(for: tag, in: known).map { "; \($0)" } ?? ""
      throw Rejection(message: "no scenario has the tag \"\(tag)\"\(hint)")
    }
  }
}
