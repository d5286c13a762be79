internal import Signalbox
internal import SignalboxREPL

/// Formats results of scenarios as text for agents. The results are lines of the `jsonl` report.
enum AgentReport {
  /// Returns the failed results.
  static func failed(_ results: [NavigationValue]) -> [NavigationArguments] {
    results.compactMap(\.table).filter { $0["status"]?.text == "failed" }
  }

  static func id(of result: NavigationArguments) -> String {
    result["scenario"]?.table?["id"]?.text ?? ""
  }

  /// Returns a failed scenario as one line.
  static func line(of result: NavigationArguments) -> String {
    let failure = result["failures"]?.list?.first?.table
    let error = failure?["error"]?.table
    return "\(id(of: result)): \(place(error))\(error?["message"]?.text ?? "")"
  }

  static func line(of file: UnloadedEntry) -> String {
    let line = file.error.location.map { "\($0.file):\($0.line): " } ?? "\(file.path): "
    return line + file.error.message
  }

  private static func place(_ error: NavigationArguments?) -> String {
    guard let place = error?["location"]?.table, let file = place["file"]?.text,
      let line = place["line"]?.integer
    else { return "" }
    return "\(file):\(line): "
  }

  /// Returns the first failure of a scenario: the error with its hint, the differences with their
  /// causes, and the changes that the last step made.
  static func failure(of result: NavigationArguments) -> [String] {
    guard let failure = result["failures"]?.list?.first?.table else { return [] }
    let error = failure["error"]?.table
    var lines = [place(error) + (error?["message"]?.text ?? "")]
    if let hint = error?["hint"]?.text { lines.append("Suggestion: \(hint)") }
    for difference in failure["differences"]?.list?.compactMap(\.table) ?? [] {
      let name = difference["name"]?.text ?? ""
      let (expected, actual) = (difference["expected"]?.text, difference["actual"]?.text)
      lines.append("\(name): expected \(expected ?? ""), actual \(actual ?? "")")
      if let cause = difference["cause"]?.text, !cause.isEmpty {
        lines.append("  because \(cause)")
      }
    }
    for change in failure["changes"]?.list?.compactMap(\.text) ?? [] {
      lines.append("the last step changed: \(change)")
    }
    return lines
  }

  static func tree(of result: NavigationArguments) -> [String] {
    let tree = result["failures"]?.list?.first?.table?["tree"]?.text ?? ""
    return tree.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns the steps of a scenario, each with its location and effect.
  static func steps(of result: NavigationArguments) -> [String] {
    (result["steps"]?.list?.compactMap(\.table) ?? []).map { step in
      let mark = step["isFailed"] == true ? "✗" : " "
      let effect = step["effect"]?.text ?? ""
      let place = place(step)
      return "\(mark) \(step["number"]?.integer ?? 0)  \(place)\(step["text"]?.text ?? "")"
        + (effect.isEmpty ? "" : "   \(effect)")
    }
  }
}
