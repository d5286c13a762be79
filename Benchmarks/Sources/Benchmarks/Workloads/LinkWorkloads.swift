import Signalbox

/// Parsing and matching links: W6.
enum LinkWorkloads {
  static var all: [Workload] { [20, 200, 2_000].flatMap { [links(patterns: $0), matching($0)] } }

  private static func links(patterns: Int) -> Workload {
    Workload(
      name: patterns == 200 ? "W6" : "W6p\(patterns)", family: .links, unit: "link",
      summary:
        "parse a link, match it against \(patterns) patterns, pass its arguments to the handler",
      goal: patterns == 2_000 ? .of("W6p20", 1.3) : .ofBaseline(5)
    )
    .signalbox(
      table(patterns) + """
        local sum = 0
        local links = {}
        for _, pattern in ipairs(patterns) do
          links[pattern] = function(self, link) sum = sum + (link.id or 1) end
        end
        local Main = coordinator "Main" { routes = { home = {} }, links = links }
        function Main:start() self.router:startFlow("home") end
        app:launch(Main)
        function bench(n)
          sum = 0
          for i = 1, n do app:open(urls[i & 255]) end
          return sum
        end
        """
    )
    .nav(
      table(patterns) + """
        local sum = 0
        for _, pattern in ipairs(patterns) do
          nav.link(pattern, function(link) sum = sum + (link.id or 1) end)
        end
        function bench(n)
          sum = 0
          for i = 1, n do nav.open(urls[i & 255]) end
          return sum
        end
        """
    )
    .native {
      let app = try LinkedApp(patterns)
      return { count in
        app.sum = 0
        for i in 1...count { app.engine.perform("open") { $0.text = app.urls[i & 255] } }
        return Double(app.sum)
      }
    }
  }

  /// Matching without opening links, with the engine's own table.
  private static func matching(_ patterns: Int) -> Workload {
    Workload(
      name: patterns == 200 ? "W6n" : "W6n\(patterns)", family: .links, unit: "link",
      summary: "only parse and match, native, \(patterns) patterns", goal: .atMost(300)
    )
    .native {
      let app = try LinkedApp(patterns)
      return { count in
        var sum = 0
        for i in 1...count { sum += app.engine.matches(for: app.urls[i & 255]).count }
        return Double(sum)
      }
    }
  }

  /// An application whose main coordinator opens links.
  private final class LinkedApp {
    let engine = NavigationEngine()
    let urls: [String]
    var sum = 0

    init(_ count: Int) throws {
      urls = LinkWorkloads.urls(count)
      let links = LinkWorkloads.patterns(count).map { pattern in
        LinkHandler(pattern) { [unowned self] _, match in
          if case .integer(let id) = match.arguments["id"] { sum += id } else { sum += 1 }
          return .handled
        }
      }
      try engine.register(NativeApp.mainType(of: engine, links: links))
      engine.launch("Main")
    }
  }

  // MARK: - Patterns

  /// Returns four patterns for each section: two of them share a prefix with a name, and one has
  /// two names.
  private static func patterns(_ count: Int) -> [String] {
    (0..<count).map { index in
      let tails = ["list", ":section", ":section/edit", ":section/item/:id"]
      return "myapp://app/section\(index / 4)/\(tails[index % 4])"
    }
  }

  /// Returns 256 matching links, which are distributed over all patterns. A third of the links have
  /// a query.
  private static func urls(_ count: Int) -> [String] {
    (0..<256).map { index in
      let place = index * 7919 % count
      let id = 1_000 + index * 37
      let tails = ["list", "\(id)", "\(id)/edit", "\(id)/item/\(index)"]
      let query = index % 3 == 0 ? "?ref=push%20note&utm=spring%2026" : ""
      return "myapp://app/section\(place / 4)/\(tails[place % 4])\(query)"
    }
  }

  private static func table(_ count: Int) -> String {
    let list = patterns(count).map { "\"\($0)\"" }.joined(separator: ",\n")
    let urls = urls(count).enumerated().map { "[\($0)] = \"\($1)\"" }.joined(separator: ",\n")
    return "local patterns = {\n\(list)\n}\nlocal urls = {\n\(urls)\n}\n"
  }
}
