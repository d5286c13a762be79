public import Signalbox

/// Writes recordings as an HTML page: the inspector with the timeline, the screens, the coordinators
/// and the changes of each step.
///
/// The page is one file that works offline. Equal recordings result in identical bytes.
public struct TracePage {
  /// The command that reruns a scenario, without the argument that selects the scenario.
  public var command = "signalbox test"
  /// The project's folder as an absolute path. The page uses the path to link source lines to an
  /// editor. If the path is `nil`, source lines are not links.
  public var root: String?
  /// The template of the URLs that open a line in the editor, with the placeholders `{path}` and
  /// `{line}`. The value `nil` selects Visual Studio Code.
  public var editor: String?
  /// Another recording and its name, or `nil` for no comparison. A page for a single recording
  /// compares that recording with the other one. A page for several recordings ignores this value.
  public var against: (name: String, trace: SessionTrace)?

  private let traces: [(name: String, trace: SessionTrace)]

  /// Creates a page for recordings.
  ///
  /// - Parameter traces: The recordings with their names, such as paths. If there is more than one
  ///   recording, the page lists them.
  public init(_ traces: [(name: String, trace: SessionTrace)]) { self.traces = traces }

  /// The page as HTML. Cost: O(size of the recordings), in addition to the cost of the layout of
  /// their graphs.
  public var html: String {
    let blocks = traces.enumerated().map { index, item in
      data(of: item.trace, name: item.name, id: "trace-\(index + 1)")
    }
    let other = comparison.map { data(of: $0.trace, name: $0.name, id: Self.otherID) } ?? ""
    let title = traces.count == 1 ? traces.first.map(Self.title) : nil
    var document = PageDocument(
      title: title ?? "\(traces.count) recordings",
      body: fallback + (traces.count == 1 ? "" : list) + blocks.joined() + other)
    document.styles = [.inspectorStyle] + (traces.count == 1 ? [] : [.reportStyle])
    document.scripts = [.inspectorScript]
    return document.html
  }

  /// The identifier of the recording to compare with.
  private static let otherID = "trace-other"
  private var comparison: (name: String, trace: SessionTrace)? { traces.count == 1 ? against : nil }

  /// Returns the data blocks of one recording, for a page that contains the inspector's script.
  ///
  /// - Parameters:
  ///   - name: The path of the recording, which is also the title if the recording has no scenario.
  ///   - id: The prefix of the block identifiers. The page shows the recording when the fragment of
  ///     the page's URL is this prefix.
  package func data(of trace: SessionTrace, name: String, id: String) -> String {
    let data = TraceData(trace)
    var head = data.head
    head["title"] = .string(Self.title((name, trace)))
    head["file"] = .string(name)
    head["root"] = root.map { .string($0) }
    head["editor"] = editor.map { .string($0) }
    if let comparison, id != Self.otherID {
      head["against"] = difference(of: trace, from: comparison)
    }
    let place = trace.header["selection"]?.text ?? trace.facts["from"].map { ShellWord.quoted($0) }
    if let place {
      let seed = trace.header["seed"]?.text.flatMap { UInt64($0) }.map { " --seed \($0)" } ?? ""
      head["command"] = .string("\(command) \(place)\(seed)")
    }
    return PageDocument.data(.table(head), id: "\(id)-head")
      + data.chunks.enumerated().map { PageDocument.data($1, id: "\(id)-\($0)") }.joined()
      + (data.lanes.count == 0 ? "" : PageDocument.data(data.lanes.value, id: "\(id)-lanes"))
  }

  /// Returns the first difference between two recordings, with the indices of its steps on the
  /// page.
  private func difference(
    of trace: SessionTrace, from other: (name: String, trace: SessionTrace)
  ) -> NavigationValue {
    let parting = trace.parting(from: other.trace)
    func index(_ trace: SessionTrace) -> NavigationValue {
      .integer(TraceData.index(ofCall: parting?.alike ?? trace.steps.count, in: trace))
    }
    let changes = (parting?.changes ?? []).map { change -> NavigationValue in
      [
        .string(change.kind.rawValue), .string(change.path), .texts(change.removed),
        .texts(change.added),
      ]
    }
    return .fields([
      ("id", .string(Self.otherID)), ("title", .string(other.name)),
      ("isEqual", .boolean(parting == nil)),
      ("alike", .integer(parting?.alike ?? trace.steps.count)),
      ("first", index(trace)), ("second", index(other.trace)), ("changes", .list(changes)),
    ])
  }

  private static func title(_ item: (name: String, trace: SessionTrace)) -> String {
    item.trace.facts["scenario"] ?? item.name
  }

  /// The maximum number of steps in a recording that is included as text.
  private static let maxPlainSteps = 1000

  /// The recordings as text, for browsers that do not run scripts. Recordings with more than
  /// ``maxPlainSteps`` steps are omitted.
  private var fallback: String {
    let texts = traces.filter { $0.trace.steps.count <= Self.maxPlainSteps }.map { item in
      "<pre>\(MarkupText.escaped(TraceText.draw(item.trace)))</pre>\n"
    }
    return "<noscript>\n<p>This page needs JavaScript to show the screens of each step.</p>\n"
      + texts.joined() + "</noscript>\n"
  }

  /// A list of links to the recordings.
  private var list: String {
    let rows = traces.enumerated().map { index, item -> String in
      let (facts, status) = (item.trace.facts, item.trace.facts["status"] ?? "")
      let failure = facts["failure"].map {
        "<p class=\"notes\">\(MarkupText.escaped(DisplayText.line($0)))</p>"
      }
      return """
        <li class=\(MarkupText.quoted("scenario \(status)"))>\
        <a class="trace-link" href="#trace-\(index + 1)"><b>\(MarkupText.escaped(Self.title(item)))</b></a> \
        <span class="place">\(MarkupText.escaped(facts["from"] ?? item.name))</span> \
        <span class="tag">\(MarkupText.escaped(status.isEmpty ? "recording" : status))</span>\
        \(failure ?? "")</li>

        """
    }
    return """
      <div id="report">
      <header><h1>Recordings</h1></header>
      <main><ul class="recordings">
      \(rows.joined())</ul></main>
      </div>

      """
  }
}
