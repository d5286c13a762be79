internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Frequent messages are written field by field, and all other messages as JSON, which omits no
/// field.
///
/// NOTE: in a run of empty scenarios, a scenario takes 21 µs, to which `Codable` would add 15 µs
/// (decision 0242).
extension MessageWriter {
  /// Writes an encodable value as JSON.
  mutating func write(json value: some Encodable) {
    write(NavigationValue.line(value))
  }

  mutating func write(_ location: ScriptLocation) {
    write(location.file)
    write(location.line)
  }

  /// Writes a scenario without its file.
  mutating func write(_ scenario: ScenarioDescription) {
    write(scenario.line)
    write(scenario.suites) { $0.write($1) }
    write(scenario.name)
    write(scenario.options == ScenarioOptions() ? nil : scenario.options) { $0.write(json: $1) }
    write(scenario.isCase)
    write(scenario.resources) { $0.write(json: $1) }
  }

  mutating func write(_ step: ScenarioStep) {
    write(step.number)
    write(step.text)
    write(step.effect)
    write(step.location) { $0.write($1) }
    write(step.groups) { $0.write($1) }
    write(step.isFailed)
    write(ScenarioStep.Phase.allCases.firstIndex(of: step.phase) ?? 0)
    write(step.calls) { writer, call in
      writer.write(call.text)
      writer.write(call.location)
    }
    write(step.duration) { $0.write($1) }
  }

  /// Writes a result without its output, for a reader that knows its scenario.
  mutating func write(_ result: ScenarioResult) {
    write(result.isPlain)
    guard result.isPlain else {
      var result = result
      result.output = []
      return write(json: result)
    }
    write(ScenarioResult.Status.allCases.firstIndex(of: result.status) ?? 0)
    write(result.attempts)
    write(result.duration)
    write(result.steps) { $0.write($1) }
  }
}

extension MessageReader {
  mutating func json<Value: Decodable>(_ type: Value.Type) throws(Damage) -> Value {
    do { return try NavigationValue(json: try text()).decoded() } catch { throw Damage() }
  }

  mutating func location() throws(Damage) -> ScriptLocation {
    ScriptLocation(file: try text(), line: try number())
  }

  /// Reads a scenario and assigns it to a file.
  mutating func scenario(of file: String) throws(Damage) -> ScenarioDescription {
    let line = try number()
    let suites = try list { reader throws(Damage) in try reader.text() }
    let name = try text()
    let options = try optional { reader throws(Damage) in try reader.json(ScenarioOptions.self) }
    return ScenarioDescription(
      file: file, line: line, suites: suites, name: name, options: options ?? ScenarioOptions(),
      isCase: try flag(),
      resources: try list { reader throws(Damage) in try reader.json(SharedResource.self) })
  }

  mutating func step() throws(Damage) -> ScenarioStep {
    var step = ScenarioStep(
      try number(), try text(), effect: try text(),
      location: try optional { reader throws(Damage) in try reader.location() },
      groups: try list { reader throws(Damage) in try reader.text() }, isFailed: try flag())
    let (phases, phase) = (ScenarioStep.Phase.allCases, try count())
    guard phase < phases.count else { throw Damage() }
    step.phase = phases[phase]
    step.calls = try list { reader throws(Damage) in
      ScenarioCall(try reader.text(), at: try reader.location())
    }
    step.duration = try optional { reader throws(Damage) in try reader.duration() }
    return step
  }

  /// Reads a scenario's result, without its output.
  mutating func result(of scenario: ScenarioDescription) throws(Damage) -> ScenarioResult {
    guard try flag() else {
      var result = try json(ScenarioResult.self)
      result.scenario = scenario
      return result
    }
    let statuses = ScenarioResult.Status.allCases
    let status = try count()
    guard status < statuses.count else { throw Damage() }
    var result = ScenarioResult(scenario: scenario, status: statuses[status])
    result.attempts = try number()
    result.duration = try duration()
    result.steps = try list { reader throws(Damage) in try reader.step() }
    return result
  }
}
