internal import Signalbox
internal import SignalboxScripting

/// The requests that concern breakpoints.
struct BreakpointRequests {
  let adapter: DebugAdapter

  func setBreakpoints(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let source = try arguments.required("source", arguments.table("source"))
    let file = try adapter.sources.file(source)
    let lines = Result { () throws(DebugFailure) in try codeLines(file) }
    var found: [DebugBreakpoint] = []
    for wanted in try arguments.tables("breakpoints") ?? [] {
      found.append(try breakpoint(wanted, lines))
    }
    found = adapter.breakpoints.set(found, of: file.key)
    adapter.stops?.update()
    return ["breakpoints": .list(found.map { shown($0, source) })]
  }

  private func codeLines(
    _ file: (key: String, chunk: ScriptChunk)
  ) throws(DebugFailure) -> ScriptCodeLines {
    let (text, isLoaded) = try adapter.sources.code(file)
    do throws(ScriptError) {
      return try ScriptCodeLines(of: text, name: file.chunk.name)
    } catch {
      // The error would quote a file that the client may not read.
      guard isLoaded else { throw DebugFailure("\(file.chunk.name) is not a script") }
      throw DebugFailure(error.description)
    }
  }

  private func breakpoint(
    _ wanted: DebugArguments, _ lines: Result<ScriptCodeLines, DebugFailure>
  ) throws(DebugFailure) -> DebugBreakpoint {
    let line = adapter.client.line(try wanted.required("line", wanted.integer("line")))
    var breakpoint = DebugBreakpoint(id: adapter.breakpoints.nextID(), requestedLine: line)
    func text(_ name: String) throws(DebugFailure) -> String? {
      let text = try wanted.text(name)
      return text?.isEmpty == true ? nil : text
    }
    breakpoint.condition = try text("condition")
    breakpoint.logMessage = try text("logMessage")
    do throws(DebugFailure) {
      breakpoint.hitCondition = try text("hitCondition").map { text throws(DebugFailure) in
        try HitCondition(text)
      }
      let lines = try lines.get()
      breakpoint.line = lines.line(at: line)
      if breakpoint.line == nil {
        breakpoint.note = "there is no code on line \(line) or after it"
      } else if let moved = breakpoint.line, moved != line {
        breakpoint.note = "there is no code on line \(line), so the breakpoint is on line \(moved)"
      }
    } catch {
      breakpoint.note = error.message
    }
    return breakpoint
  }

  private func shown(_ breakpoint: DebugBreakpoint, _ source: DebugArguments) -> NavigationValue {
    var fields: NavigationArguments = [
      "id": .integer(breakpoint.id), "verified": .boolean(breakpoint.line != nil),
      "line": .integer(adapter.client.shown(breakpoint.line ?? breakpoint.requestedLine)),
      "source": .table(source.fields),
    ]
    fields["message"] = breakpoint.note.map { .string($0) }
    return .table(fields)
  }

  func breakpointLocations(
    _ arguments: DebugArguments
  ) throws(DebugFailure) -> NavigationArguments? {
    let source = try arguments.required("source", arguments.table("source"))
    let first = adapter.client.line(try arguments.required("line", arguments.integer("line")))
    let last = try arguments.integer("endLine").map(adapter.client.line) ?? first
    guard first <= last else { throw DebugFailure("endLine is before line") }
    let lines = try codeLines(try adapter.sources.file(source)).lines
    let found = lines.filter { (first...last).contains($0) }
    return ["breakpoints": .list(found.map { ["line": .integer(adapter.client.shown($0))] })]
  }

  func setExceptionBreakpoints(
    _ arguments: DebugArguments
  ) throws(DebugFailure) -> NavigationArguments? {
    let names = try arguments.texts("filters") ?? []
    let known = IncidentFilters.all.map(\.filter)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw DebugFailure(
        "there is no filter \"\(unknown)\", expected \(known.joined(separator: ", "))")
    }
    adapter.filters.expectation = names.contains("expectation")
    adapter.filters.rejection = names.contains("rejection")
    adapter.filters.error = names.contains("error")
    adapter.stops?.update()
    return nil
  }

  func exceptionInfo() throws(DebugFailure) -> NavigationArguments? {
    let (stops, stop) = try adapter.waiting()
    guard let incident = stop.incident ?? stops.lastIncident,
      let (title, text) = incident.described
    else { throw DebugFailure("the script is not paused at an exception") }
    return [
      "exceptionId": .string(incident.filter), "description": .string(text),
      "breakMode": "always", "details": ["message": .string(text), "typeName": .string(title)],
    ]
  }
}
