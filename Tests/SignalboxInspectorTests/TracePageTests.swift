import Foundation
import Signalbox
import SignalboxInspector
import Testing

/// Tests the page for a recording, which is one file that is safe to open regardless of the
/// recording's contents.
struct TracePageTests {
  private static let state =
    #"{"coordinators":[{"attachment":"windowRoot","kind":"navigation","stack":[{"name":"list"}],"type":"Shop"}],"#
    + #""format":"signalbox.snapshot","layers":[{"isCovering":true,"owner":0,"style":"root"}],"version":3}"#

  /// A recording of a scenario in which every string is the given one.
  private static func recording(_ text: String) throws -> SessionTrace {
    let text = NavigationValue.string(text).line
    let state = state.replacing("\"list\"", with: text)
    let lines = [
      #"{"clock":"automatic","failures":[{"at":\#(text),"kind":"expectation","message":\#(text),"step":2,"#
        + #""differences":[{"actual":\#(text),"cause":\#(text),"expected":\#(text),"name":\#(text)}]}],"#
        + #""format":"signalbox.session","from":\#(text),"output":[\#(text)],"scenario":\#(text),"#
        + #""seed":"18446744073709551615","sources":{\#(text):[{"first":1,"lines":[\#(text)]}]},"#
        + #""state":{"format":"signalbox.snapshot","version":3},"status":"failed","#
        + #""steps":[{"at":\#(text),"call":\#(text),"effect":\#(text),"groups":[\#(text)],"step":1},"#
        + #"{"call":\#(text),"isFailed":true,"step":2}],"version":3}"#,
      #"{"name":"Shop","operation":"launch","outcome":"done","state":\#(state),"step":1,"time":0}"#,
      #"{"events":[\#(text)],"step":1,"view":{"layers":[{"actions":[\#(text)],"title":\#(text)}]}}"#,
    ]
    return try SessionTrace(lines)
  }

  /// Returns the strings between two marks.
  private static func parts(_ html: String, _ start: String, _ end: String) -> [String] {
    html.components(separatedBy: start).dropFirst().compactMap {
      $0.components(separatedBy: end).first
    }
  }

  private static func data(_ html: String, _ id: String) throws -> NavigationValue {
    let blocks = parts(html, "id=\"\(id)\">", "</script>")
    return try NavigationValue(json: try #require(blocks.first))
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--<script>", "<img src=x onerror=alert(1)>",
    "\" onload=\"alert(1)", "&lt;b&gt;", "\u{202E}gnp.exe", "\u{0}\u{1B}[31m\u{2028}", "]]>",
    String(repeating: "W", count: 10_000), "日本 👩‍👩‍👧 e\u{301}",
  ])
  func `text from a recording never becomes markup`(text: String) throws {
    let html = TracePage([("a.sbtrace", try Self.recording(text))]).html
    let plain = TracePage([("a.sbtrace", try Self.recording("text"))]).html
    func count(_ part: String, _ page: String) -> Int { page.components(separatedBy: part).count }
    for part in ["<script", "</script", "<!--", "<img", "<b>", "<pre>"] {
      #expect(count(part, html) == count(part, plain), "\(part)")
    }
    let head = try Self.data(html, "trace-1-head")
    #expect(head.table?["title"] == .string(text))
    let part = NavigationValue.fields([("first", 1), ("lines", .texts([text]))])
    #expect(head.table?["sources"] == NavigationValue.fields([(text, .list([part]))]))
  }

  @Test func `the content security policy of the page allows only its own script and no requests`()
    throws
  {
    let html = TracePage([("a.sbtrace", try Self.recording("text"))]).html
    let policy = try #require(Self.parts(html, "Content-Security-Policy\" content=\"", "\"").first)
    let script = PageAsset.inspectorScript.hash
    let style = PageAsset.inspectorStyle.hash
    #expect(
      policy
        == "default-src 'none'; script-src '\(script)'; style-src '\(style)'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    #expect(script.wholeMatch(of: /sha256-[A-Za-z0-9+\/]{43}=/) != nil)
    // Arrows of graphs refer to a part of the same page.
    let own = html.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
      .replacingOccurrences(of: "url(#graph-", with: "")
    for part in ["http://", "https://", "src=", "@import", "url("] {
      #expect(!own.contains(part), "\(part)")
    }
    #expect(!String(describing: PageAsset.inspectorScript.text).contains("innerHTML"))
  }

  @Test func `converting the same recording twice creates identical pages`() throws {
    let pages = try (0..<2).map { _ in
      TracePage([("a.sbtrace", try Self.recording("text"))]).html
    }
    #expect(pages[0] == pages[1])
  }

  @Test func `steps, calls, views and states refer to each other by number`() throws {
    var page = TracePage([("a.sbtrace", try Self.recording("x"))])
    page.command = "signalbox test --trust"
    page.root = "/work"
    let head = try Self.data(page.html, "trace-1-head")
    #expect(head.table?["command"] == "signalbox test --trust x --seed 18446744073709551615")
    #expect(head.table?["seed"] == "18446744073709551615")
    #expect(head.table?["root"] == "/work")
    #expect(head.table?["failed"] == [1])
    #expect(head.table?["chunks"] == [[2, 1]])
    #expect(
      try Self.data(page.html, "trace-1-0").line
        == #"{"coordinators":[{"attachment":"windowRoot","kind":"navigation","stack":0,"type":"Shop"}],"#
        + #""groups":[["x"]],"layers":[{"isCovering":true,"owner":0,"style":"root"}],"screens":[{"name":"x"}],"#
        + #""stacks":[[-1,0]],"start":{"s":0},"states":[[[],[]],[[0],[0]]],"#
        + #""steps":[{"at":"x","c":"x","d":[["coordinators","",[],["Shop [x]"]],["layers","",[],["root Shop"]]],"#
        + #""e":"x","g":0,"l":"app:launch(\"Shop\")","n":1,"s":1,"t":0,"v":0,"x":["x"]},{"c":"x","f":1,"n":2}],"#
        + #""views":[{"layers":[{"actions":["x"],"title":"x"}]}]}"#)
  }

  @Test
  func `the page contains the timers and the work of all steps, with the steps of their ends`()
    throws
  {
    let call = #"{"name":"Shop","operation":"launch","outcome":"done","state":\#(Self.state)"#
    let lines = [
      #"{"clock":"automatic","format":"signalbox.session","from":"a","scenario":"s","#
        + #""state":{"format":"signalbox.snapshot","version":3},"status":"passed","#
        + #""steps":[{"call":"launch","step":1},{"call":"tap","step":2}],"version":3}"#,
      call + #","step":1,"time":0}"#,
      #"{"milliseconds":900,"operation":"clock.advance","outcome":"done","time":350}"#,
      #"{"schedule":[{"began":0,"deadline":500,"owner":"Shop","timer":1},{"ended":500,"timer":1},"#
        + #"{"began":500,"timer":2,"deadline":9000}],"step":1}"#,
      call + #","step":2,"time":1250}"#,
      #"{"isScheduleCut":true,"schedule":[{"cancelled":1250,"timer":2}],"step":2,"time":1300}"#,
    ]
    let html = TracePage([("a.sbtrace", try SessionTrace(lines))]).html
    let head = try Self.data(html, "trace-1-head").table
    #expect(head?["lanes"] == 2)
    #expect(head?["time"] == 1300)
    #expect(head?["isScheduleCut"] == true)
    #expect(
      try Self.data(html, "trace-1-lanes").line
        == #"[{"b":0,"d":500,"e":500,"i":0,"j":1,"o":"Shop"},{"b":500,"d":9000,"e":1250,"i":1,"j":2,"x":1}]"#
    )
    let plain = TracePage([("a.sbtrace", try Self.session(steps: 1))]).html
    #expect(!plain.contains("trace-1-lanes"))
  }

  @Test func `a page that compares contains both recordings and their first difference`() throws {
    var page = TracePage([("a.sbtrace", try Self.session(steps: 3))])
    page.against = ("b.sbtrace", try Self.session(steps: 2))
    page.editor = "zed://file{path}:{line}"
    let head = try Self.data(page.html, "trace-1-head").table
    #expect(head?["editor"] == "zed://file{path}:{line}")
    #expect(
      head?["against"]?.line
        == #"{"alike":2,"changes":[["stack","Home/Shop",["product { id = 2 }"],[]]],"first":2,"#
        + #""id":"trace-other","isEqual":false,"second":2,"title":"b.sbtrace"}"#)
    #expect(try Self.data(page.html, "trace-other-head").table?["chunks"] == [[2, 0]])
    page.against = ("c.sbtrace", try Self.session(steps: 3))
    let equal = try Self.data(page.html, "trace-1-head").table?["against"]?.table
    #expect(equal?["isEqual"] == true)
  }

  @Test func `a page for several recordings lists them with links`() throws {
    let traces = try ["one", "two & three"].map { ("\($0).sbtrace", try Self.recording($0)) }
    let html = TracePage(traces).html
    #expect(html.contains("<a class=\"trace-link\" href=\"#trace-2\"><b>two &amp; three</b></a>"))
    #expect(try Self.data(html, "trace-2-head").table?["title"] == "two & three")
  }

  // MARK: - Size

  /// A recorded session that pushes screens and goes back, in a deep stack.
  private static func session(steps: Int) throws -> SessionTrace {
    let app = try DrawnApp.shop()
    var lines: [String] = []
    try app.engine.record { lines.append($0) }
    let shop = try app.router("Shop")
    for step in 0..<steps {
      if step % 40 == 39 {
        _ = shop.popToRoot()
      } else {
        _ = shop.navigate(to: "product", ["id": .integer(step)])
      }
    }
    return try SessionTrace(lines)
  }

  @Test func `a page of 500 steps is smaller than 1 MB, and grows in proportion to its steps`()
    throws
  {
    let empty = TracePage([("a", try Self.session(steps: 0))]).html.utf8.count
    let sizes = try [500, 2000].map {
      TracePage([("a", try Self.session(steps: $0))]).html.utf8.count
    }
    #expect(sizes[0] < 1_000_000)
    let growth = Double(sizes[1] - empty) / Double(sizes[0] - empty)
    #expect(growth < 4.5)
  }

  @Test func `each chunk contains all parts that its steps need`() throws {
    let html = TracePage([("a", try Self.session(steps: 1100))]).html
    let head = try Self.data(html, "trace-1-head")
    #expect(head.table?["chunks"] == [[500, 0], [500, 0], [100, 0]])
    let last = try Self.data(html, "trace-1-2").table
    #expect(last?["start"] != [:])
    #expect(last?["steps"]?.list?.count == 100)
  }
}
