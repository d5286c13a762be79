internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

extension NavigationFixture {
  /// At most so many steps are told, the last ones.
  private static let mostSteps = 12

  /// A failure of the test: what went wrong, what is shown, and how it came there.
  func fail(_ message: String, at place: TestPlace) {
    report.fail(([message] + story).joined(separator: "\n\n"), at: place)
  }

  /// An error of a script, at its own line where that is one of the test.
  func fail(_ error: ScriptError, at place: TestPlace) {
    let text = FailureReport(error, sources: sources).text
    guard let location = error.location, location.file == project.name(of: "\(place.testPath)")
    else { return fail(text, at: place) }
    fail(text, at: place.moved(to: location.line))
  }

  /// What was expected and is not so.
  func fail(_ verb: String, _ differences: [FlowDifference], at place: TestPlace) {
    guard !differences.isEmpty else { return }
    let table = HostedFlow.lines(of: differences).map { "  \($0)" }.joined(separator: "\n")
    fail("\(verb): it is not as expected\n\n\(table)", at: place)
  }

  /// What is shown, and the steps up to now.
  private var story: [String] {
    var parts: [String] = []
    if engine.main != nil {
      let tree = TreePicture.draw(PictureSubject(engine))
      parts.append("shown\n" + tree.indented)
    }
    let steps = hosted?.steps ?? []
    guard !steps.isEmpty else { return parts }
    let shown = steps.suffix(Self.mostSteps).map { step in
      let effect = step.effect.isEmpty ? "" : "  \(step.effect)"
      return "\(step.number)  \(step.text)\(effect)"
    }
    let omitted = steps.count - shown.count
    let head = omitted > 0 ? ["… \(omitted) before"] : []
    parts.append("steps\n" + (head + shown).joined(separator: "\n").indented)
    return parts
  }

  /// Runs one step from outside: a refusal is a failure, and so is what callbacks failed in.
  func perform(
    _ verb: String, _ argument: String? = nil, at place: TestPlace, _ body: () -> Outcome?
  ) -> Outcome? {
    hosted?.note(verb, argument)
    let outcome = body()
    if let error = outcome?.error { refuse(error, at: place) }
    afterwards(at: place)
    return outcome
  }

  private func refuse(_ error: NavigationError, at place: TestPlace) {
    if expectedRefusals != nil {
      expectedRefusals?.append(error.code.name)
    } else {
      fail(error.description, at: place)
    }
  }

  /// Lets work go on and tells what nobody looked at.
  func afterwards(at place: TestPlace) {
    if !engine.isInCallback { work.proceed() }
    tellUnhandled(at: place)
    for check in hosted?.takeChecks() ?? [] {
      let line = check.error.location?.line ?? place.number
      fail("check", check.differences, at: place.moved(to: line))
    }
  }

  /// Errors of callbacks, each once.
  func tellUnhandled(at place: TestPlace) {
    let unhandled = session.unhandled
    guard unhandled.count != toldCount else { return }
    // A script may have forgotten some.
    let new = unhandled.dropFirst(min(toldCount, unhandled.count))
    toldCount = unhandled.count
    for error in new {
      if error.kind == .rejected, let code = error.code, expectedRefusals != nil {
        expectedRefusals?.append(code)
      } else {
        fail("nobody looked at this\n\n" + FailureReport(error, sources: sources).text, at: place)
      }
    }
  }
}

extension TestPlace {
  /// Another line of the same file.
  func moved(to line: Int) -> TestPlace {
    var place = self
    place.move(to: line)
    return place
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
