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

  /// Texts that must all be in the flow's title or file, whatever their case.
  public var keywords: [String] = []
  /// Expressions that must all hold.
  public var tags: [TagExpression] = []
  /// Places of which one must fit; none is everywhere, unless there are names.
  public var places: [Place] = []
  /// Whole names of flows that are run wherever they stand.
  public var ids: Set<String> = []

  /// Everything.
  public init() {}

  /// The flows that are run, in their order.
  ///
  /// Where a flow says `only`, the others are left out, unless lines or names were asked for.
  /// - Throws: where an expression names a tag that no flow has.
  public func select(_ flows: [FlowDescription]) throws(Refusal) -> [FlowDescription] {
    try checkTags(flows)
    let lines = places.filter { $0.line != nil }
    let wanted = Set(lines.flatMap { place in Self.flows(at: place, in: flows).map(\.id) })
    let whole = places.filter { $0.line == nil }.map(\.path)
    let folders = whole.map { "\($0)/" }
    let words = keywords.map { $0.lowercased() }
    let chosen = flows.filter { flow in
      Self.mentions(flow, all: words) && tags.allSatisfy { $0.selects(flow.options.tags) }
        && (places.isEmpty && ids.isEmpty || whole.contains(flow.file)
          || whole.contains(".") || folders.contains(where: flow.file.hasPrefix)
          || ids.contains(flow.id) || wanted.contains(flow.id))
    }
    let focused = chosen.filter(\.options.isOnly)
    return focused.isEmpty || !lines.isEmpty || !ids.isEmpty ? chosen : focused
  }

  private static func mentions(_ flow: FlowDescription, all words: [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = "\(flow.file) \(flow.title)".lowercased()
    return words.allSatisfy(text.contains)
  }

  /// The flow that begins at a line or is the last to begin before it; all cases of an `each`.
  private static func flows(at place: Place, in flows: [FlowDescription]) -> [FlowDescription] {
    guard let line = place.line else { return [] }
    let file = flows.filter { $0.file == place.path }
    let start = file.map(\.line).filter { $0 <= line }.max()
    return file.filter { $0.line == start }
  }

  private func checkTags(_ flows: [FlowDescription]) throws(Refusal) {
    let known = Set(flows.flatMap(\.options.tags))
    for tag in tags.flatMap(\.tags) where !known.contains(tag) {
      let hint = nameHint(for: tag, in: known).map { "; \($0)" } ?? ""
      throw Refusal(message: "no flow has the tag \"\(tag)\"\(hint)")
    }
  }
}
