internal import SignalboxScenarios
internal import SignalboxScripting

/// Runs the scenario that a session is written as, and writes what fails in another way or leaves it out.
struct SavedScenarioCheck {
  /// A scenario that passes.
  struct Saved {
    let text: String
    let stepCount: Int
    /// The inputs that are left out, with why, in order.
    let omitted: [(input: String, why: String)]
  }

  /// Why a scenario does not pass.
  private struct Failure {
    let message: String
    /// The piece that fails; `nil` where the file does not even load.
    let piece: Int?
  }

  let writer: ScenarioWriter
  let script: SessionScript
  let host: any CommandHost
  let path: String

  /// So many scenarios are run; what fails then ends the scenario.
  private static let maxRuns = 60

  /// The session as a scenario that passes, with as much of it as does; `nil` for nothing.
  ///
  /// A piece that fails is written as its calls, then with other receivers, then left out; what does not
  /// depend on it stays.
  func best() -> Saved? {
    var styles = script.pieces.map { piece -> ScenarioWriter.Style in
      if case .omitted(_, let why) = piece.content { .omitted(why) } else { .typed }
    }
    var runs = 0
    while steps(in: styles) > 0 {
      let scenario = writer.scenario(of: script, styles)
      guard let failure = failure(of: scenario) else { return saved(scenario, styles) }
      runs += 1
      // What fails outside of the pieces comes of the last one.
      guard
        let piece = failure.piece ?? styles.lastIndex(where: { !$0.isOmitted })
      else { return nil }
      if runs < Self.maxRuns {
        styles[piece] = next(after: styles[piece], for: script.pieces[piece], failure.message)
      } else {
        for number in piece..<styles.count where !styles[number].isOmitted {
          styles[number] = .omitted(failure.message)
        }
      }
    }
    return nil
  }

  private func next(
    after style: ScenarioWriter.Style, for piece: SessionScript.Piece, _ message: String
  ) -> ScenarioWriter.Style {
    let hasCalls =
      switch piece.content {
      case .typed(_, let calls), .calls(let calls): !calls.isEmpty
      case .file, .rejected, .omitted: false
      }
    return switch style {
    case .typed where hasCalls: piece.isTyped ? .calls : .paths
    case .calls: .paths
    case .typed, .paths, .omitted: .omitted(message)
    }
  }

  private func saved(_ scenario: ScenarioWriter.Scenario, _ styles: [ScenarioWriter.Style]) -> Saved
  {
    let omitted = zip(script.pieces, styles).compactMap {
      piece, style -> (input: String, why: String)? in
      if case .omitted(let why) = style { (writer.text(of: piece), why) } else { nil }
    }
    return Saved(text: scenario.text, stepCount: steps(in: styles), omitted: omitted)
  }

  private func steps(in styles: [ScenarioWriter.Style]) -> Int {
    zip(script.pieces, styles).reduce(0) { sum, pair in
      if pair.1.isOmitted { return sum }
      switch pair.0.content {
      case .typed(_, let calls), .calls(let calls): return sum + calls.count
      case .rejected: return sum + 1
      case .file, .omitted: return sum
      }
    }
  }

  private func failure(of scenario: ScenarioWriter.Scenario) -> Failure? {
    let file = ScenarioFile(path: path, source: Array(scenario.text.utf8))
    let runner = ScenarioRunner { file throws(ScriptError) in
      try host.makeSession(forScenariosIn: file.path)
    }
    do throws(ScriptError) {
      guard let description = try runner.scenarios(of: file).first else {
        return Failure(message: "there is no scenario", piece: nil)
      }
      let result = runner.run(description, of: file)
      guard let failure = result.failures.first else {
        return result.status == .passed ? nil : Failure(message: "it was stopped", piece: nil)
      }
      return self.failure(failure.error, in: scenario)
    } catch {
      return failure(error, in: scenario)
    }
  }

  private func failure(_ error: ScriptError, in scenario: ScenarioWriter.Scenario) -> Failure {
    let location = error.location.flatMap { $0.file == path ? $0 : nil }
    let line = location.map { $0.line - 1 }
    let piece = line.flatMap { scenario.pieces.indices.contains($0) ? scenario.pieces[$0] : nil }
    return Failure(message: error.message, piece: piece)
  }
}

extension ScenarioWriter.Style {
  var isOmitted: Bool { if case .omitted = self { true } else { false } }
}

extension SessionScript.Piece {
  /// Whether it is written as it was typed.
  fileprivate var isTyped: Bool { if case .typed = content { true } else { false } }
}
