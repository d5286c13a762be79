package import SignalboxProtocol

/// The conditions that select the scenarios of a request. A scenario must satisfy all conditions.
package struct ScenarioSelection: MessageFields {
  package var paths: [String]?
  package var keywords: [String]?
  package var tags: [String]?

  package static let title: String? = "Scenario selection"
  package static let fields = [
    MessageField(
      "paths", .list(.string), optional: true,
      "files, folders, `FILE:LINE` or `FILE::TITLE`, relative to the folder of the server "
        + "(default: `test.roots` of signalbox.lua, or the folder of the server)"),
    MessageField(
      "keywords", .list(.string), optional: true,
      "expressions that the title or file matches, such as `voucher and not guest`"),
    MessageField(
      "tags", .list(.string), optional: true,
      "expressions that the tags match, such as `smoke and not slow`"),
  ]

  package init(paths: [String]? = nil, keywords: [String]? = nil, tags: [String]? = nil) {
    (self.paths, self.keywords, self.tags) = (paths, keywords, tags)
  }
}
