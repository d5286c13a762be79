internal import Signalbox

/// Creates the lines of Swift Testing's event stream. Each line is a JSON object.
enum SwiftTestingRecord {
  /// A message, which consists of a sentence and the name of a symbol.
  struct Message {
    let symbol: String
    let text: String

    init(_ symbol: String, _ text: String) {
      self.symbol = symbol
      self.text = text
    }
  }

  /// Returns the identifier of a scenario in the stream, which includes the scenario's location.
  static func id(of scenario: ScenarioDescription) -> String {
    let suite = SwiftTestingSuite(file: scenario.file, names: scenario.suites)
    let file = scenario.file.split(separator: "/").last.map(String.init) ?? scenario.file
    return "\(suite.id)/\(scenario.name)/\(file):\(scenario.line):1"
  }

  /// Returns a source location. In the stream, a module name must precede the file name.
  static func place(file: String, line: Int) -> NavigationValue {
    .fields([
      ("_filePath", .string(file)), ("column", .integer(1)),
      ("fileID", .string("Scenarios/\(file)")),
      ("line", .integer(line)),
    ])
  }

  /// Returns the record for a suite, or an empty string if the suite has been reported before.
  static func test(_ suite: SwiftTestingSuite, _ known: inout Set<String>) -> String {
    guard known.insert(suite.id).inserted else { return "" }
    return record(
      "test",
      [
        ("displayName", .string(suite.name)), ("id", .string(suite.id)), ("kind", .string("suite")),
        ("name", .string(suite.name)),
        ("sourceLocation", place(file: suite.file, line: suite.line)),
      ])
  }

  static func test(_ scenario: ScenarioDescription) -> String {
    let tags = scenario.options.tags.map { ".\($0)" }
    return record(
      "test",
      [
        ("_tags", tags.isEmpty ? nil : .texts(tags)), ("displayName", .string(scenario.name)),
        ("id", .string(id(of: scenario))), ("isParameterized", .boolean(false)),
        ("kind", .string("function")), ("name", .string(scenario.name)),
        ("sourceLocation", place(file: scenario.file, line: scenario.line)),
      ])
  }

  /// - Parameter instant: The time, as the number of milliseconds since the beginning of the run
  ///   and since 1970.
  static func event(
    _ kind: String, _ id: String?, _ messages: [Message], issue: NavigationValue?,
    at instant: (absolute: Double, since1970: Double)
  ) -> String {
    let messages = messages.map {
      NavigationValue.fields([("symbol", .string($0.symbol)), ("text", .string($0.text))])
    }
    return record(
      "event",
      [
        (
          "instant",
          .fields([
            ("absolute", .number(instant.absolute / 1000)),
            ("since1970", .number(instant.since1970 / 1000)),
          ])
        ),
        ("issue", issue), ("kind", .string(kind)), ("messages", .list(messages)),
        ("testID", id.map { .string($0) }),
      ])
  }

  private static func record(_ kind: String, _ fields: [(String, NavigationValue?)]) -> String {
    NavigationValue.table([
      "kind": .string(kind), "payload": .fields(fields), "version": 0,
    ]).line + "\n"
  }
}
