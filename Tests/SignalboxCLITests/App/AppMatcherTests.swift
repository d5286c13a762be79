import Foundation
import SignalboxScenarios
import Testing

/// Tests each matcher on an application in another process, with `app:expect` and `app:softExpect`.
@Suite struct AppMatcherTests {
  /// A matcher, the steps that change its value, the value after them, and another value.
  private struct Row {
    let name: String
    let steps: String
    let value: String
    let other: String

    init(_ name: String, _ steps: String, _ value: String, not other: String) {
      (self.name, self.steps, self.value, self.other) = (name, steps, value, other)
    }
  }

  private static let present = "app.top.router:present(\"reviews\", { id = 1 }, "

  private static let rows = [
    Row(
      "stack", "app:tap 'Lamp'", "{ 'catalog', { 'product', id = 42 } }", not: "{ 'catalog' }"),
    Row("top", "app:tap 'Lamp'", "{ 'product', id = 42 }", not: "'catalog'"),
    Row("front", "app:tap 'Lamp'", "{ 'product', id = 42 }", not: "{ 'product', id = 41 }"),
    Row("modal", "app:tap 'Lamp' app:tap 'Buy'", "{ 'address' }", not: "{}"),
    Row("layers", "app:tap 'Lamp' app:tap 'Buy'", "{ 'root', 'sheet' }", not: "1"),
    Row("tab", "app:tapTab 'cart'", "'cart'", not: "'shop'"),
    Row("pages", "app:tapTab 'cart'", "{ 'shop', 'cart' }", not: "{ 'cart' }"),
    Row(
      "badges", "app.main:setBadge('cart', '3')", "{ cart = '3', shop = false }",
      not: "{ cart = '4' }"),
    Row("coordinator", "app:tapTab 'cart'", "'Cart'", not: "'Shop'"),
    Row("title", "app:tap 'Lamp'", "'Product 42'", not: "'Catalog'"),
    Row("actions", "app:tap 'Lamp'", "{ 'Reviews', 'Buy' }", not: "{ 'Buy' }"),
    Row("args", "app:tap 'Lamp'", "{ id = 42 }", not: "{ id = 43 }"),
    Row("alert", present + "{ style = 'alert', buttons = { 'Fine' } })", "'reviews'", not: "false"),
    Row(
      "fields",
      present + "{ style = 'alert', fields = { 'name' }, buttons = { 'Fine' } }) "
        + "app:enterText('name', 'Oat')", "{ name = 'Oat' }", not: "{ name = 'Rye' }"),
    Row("toast", present + "{ style = 'toast' })", "'reviews'", not: "false"),
    Row(
      "result", "app:tap 'Lamp' app:tap 'Buy' app:tap 'Next' app:tap 'Pay'", "true", not: "false"),
    Row(
      "events", "app:tap 'Lamp'", "{ 'entry.pushed product' }", not: "{ 'entry.popped product' }"),
    Row(
      "links", "app:tap 'Lamp'",
      "{ ['shop://product/7'] = 'shop://product/:id', ['shop://cellar'] = false }",
      not: "{ ['shop://product/7'] = false }"),
    Row("leaks", "app:tap 'Lamp' app:back()", "0", not: "1"),
  ]

  /// A scenario for each matcher, each function, and each of the two values.
  private static let scenarios = rows.flatMap { row in
    ["expect", "softExpect"].flatMap { function in
      [("meets", row.value), ("misses", row.other)].map { word, value in
        """
        scenario "\(function) \(word) \(row.name)" { function(app)
          app:launch()
          \(row.steps)
          app:\(function) { \(row.name) = \(value) }
        end }
        """
      }
    }
  }

  /// The results of the scenarios, keyed by name: the status and the failures.
  private static func results(_ output: String) throws -> [String: [String]] {
    var results: [String: [String]] = [:]
    for line in output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let scenario = value?["scenario"] as? [String: Any],
        let name = scenario["name"] as? String
      else { continue }
      let failures = try (value?["failures"] as? [Any] ?? []).map { failure in
        String(
          decoding: try JSONSerialization.data(withJSONObject: failure, options: .sortedKeys),
          as: UTF8.self)
      }
      results[name] = [value?["status"] as? String ?? ""] + failures
    }
    return results
  }

  @Test func `each matcher has a row`() {
    #expect(Self.rows.map(\.name) == MatcherCatalog.all.map(\.name))
  }

  @Test(arguments: [[], ["--compare"]])
  func `each matcher has the same result and reports the same failure as with the model`(
    options: [String]
  ) throws {
    let text = "require \"shop\"\n" + Self.scenarios.joined(separator: "\n")
    let tool = try RemoteShop.tool(text)
    defer { tool.remove() }
    let arguments = ["test", "-j1", "--no-shuffle", "--reporter", "jsonl"]
    let model = try Self.results(tool.run(arguments).output)
    let application = try Self.results(
      tool.run(arguments + ["--app", try RemoteShop.path()] + options).output)
    #expect(model.count == Self.scenarios.count)
    for row in Self.rows {
      for function in ["expect", "softExpect"] {
        let (meets, misses) = ("\(function) meets \(row.name)", "\(function) misses \(row.name)")
        #expect(application[meets] == ["passed"])
        #expect(model[meets] == ["passed"])
        #expect(application[misses]?.first == "failed")
        #expect(application[misses] == model[misses])
      }
    }
  }
}
