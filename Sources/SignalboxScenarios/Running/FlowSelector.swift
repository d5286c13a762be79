internal import Signalbox

/// Which of the flows that were found are run.
public struct FlowSelector: Sendable {
  /// Where a flow must stand.
  public struct Place: Hashable, Sendable {
    /// The file, or a folder of files.
    public var path: String
    /// A line of the flow; `nil` for the whole file.
    public var line: Int?

    /// A file or folder, or one flow of a file.
    public init(path: String, line: Int? = nil) {
      self.path = path
      self.line = line
    }
  }

  /// Why a selection means nothing.
  public struct Refusal: Error, Hashable, Sendable {
    /// One sentence without a full stop.
    public let message: String

    /// A refusal as told.
    public init(message: String) { self.message = message }
  }

  /// Expressions over texts in a flow's title or file, whatever their case; all must hold.
  public var keywords: [SelectionExpression] = []
  /// Expressions over its tags; all must hold.
  public var tags: [SelectionExpression] = []
  /// Places of which one must fit; none is everywhere, unless there are names.
  public var places: [Place] = []
  /// Whole names of flows that are run wherever they stand.
  public var ids: Set<String> = []

  /// Everything.
  public init() {}

  /// The flows that are run, in their order.
  ///
  /// Where a flow says `only`, the others are left out, unless lines or names were asked for.
  /// - Throws: where an expression names a tag that no flow has, or a place or name has no flow.
  public func select(_ flows: [FlowDescription]) throws(Refusal) -> [FlowDescription] {
    try checkTags(flows)
    try checkPlaces(flows)
    let lines = places.filter { $0.line != nil }
    let wanted = Set(lines.flatMap { place in Self.flows(at: place, in: flows).map(\.id) })
    let whole = places.filter { $0.line == nil }.map(\.path)
    let folders = whole.map { "\($0)/" }
    let chosen = flows.filter { flow in
      Self.mentions(flow, keywords)
        && tags.allSatisfy { $0.selects(flow.options.tags.contains) }
        && (places.isEmpty && ids.isEmpty || whole.contains(flow.file)
          || whole.contains(".") || folders.contains(where: flow.file.hasPrefix)
          || ids.contains(flow.id) || wanted.contains(flow.id))
    }
    let focused = chosen.filter(\.options.isOnly)
    return focused.isEmpty || !lines.isEmpty || !ids.isEmpty ? chosen : focused
  }

  private static func mentions(
    _ flow: FlowDescription, _ expressions: [SelectionExpression]
  ) -> Bool {
    guard !expressions.isEmpty else { return true }
    let text = "\(flow.file) \(flow.title)".lowercased()
    return expressions.allSatisfy { $0.selects { text.contains($0.lowercased()) } }
  }

  /// The flow that begins at a line or is the last to begin before it; all cases of an `each`.
  private static func flows(at place: Place, in flows: [FlowDescription]) -> [FlowDescription] {
    guard let line = place.line else { return [] }
    let file = flows.filter { $0.file == place.path }
    let start = file.map(\.line).filter { $0 <= line }.max()
    return file.filter { $0.line == start }
  }

  /// A line before the first flow of a file, and names that no flow has, select nothing.
  private func checkPlaces(_ flows: [FlowDescription]) throws(Refusal) {
    let files = Dictionary(grouping: flows, by: \.file)
    for place in places {
      guard let line = place.line, let first = files[place.path]?.map(\.line).min(), line < first
      else { continue }
      throw Refusal(
        message: "\(place.path):\(line) is before the first flow of the file, in line \(first)")
    }
    let known = Set(flows.map(\.id))
    // Files without flows did not load, which is reported elsewhere.
    let missing = ids.subtracting(known).sorted().first { id in
      files.keys.contains { id.hasPrefix("\($0)::") }
    }
    if let id = missing {
      let hint = nameHint(for: id, in: known).map { "; \($0)" } ?? ""
      throw Refusal(message: "there is no flow \(id)\(hint)")
    }
  }

  private func checkTags(_ flows: [FlowDescription]) throws(Refusal) {
    let known = Set(flows.flatMap(\.options.tags))
    for tag in tags.flatMap(\.terms) where !known.contains(tag) {
      let hint = nameHint(for: tag, in: known).map { "; \($0)" } ?? ""
      throw Refusal(message: "no flow has the tag \"\(tag)\"\(hint)")
    }
  }
}
