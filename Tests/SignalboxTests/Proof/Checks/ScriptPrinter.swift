@testable import Signalbox

/// Converts a sequence to a script for `signalbox run`, with definitions, operations, and an error
/// that shows the fault.
struct ScriptPrinter {
  let sequence: RandomSequence
  private let run: SequenceRun

  /// Performs the commands to determine their results.
  init(_ sequence: RandomSequence) {
    self.sequence = sequence
    run = SequenceRun(sequence)
    run.run()
  }

  var fault: String? { run.fault }

  /// Returns the script. With an expectation, it ends with an error if the visible state differs.
  var script: String {
    let plan = sequence.plan
    var lines = ["-- \(run.fault ?? "Nothing is wrong.")"]
    let used = usedKinds
    for kind in plan.kinds where used.contains(kind.name) { lines += definition(kind) }
    lines.append("application \"Case\" { main = \"\(plan.main)\" }")
    lines += ["", Self.preamble, "", "app.keepsFinished = true"]
    if plan.isStrict { lines.append("app.isStrict = true") }
    lines.append("app:launch()")
    for index in run.entries.indices where run.entries[index].parent == nil {
      lines += call(index)
    }
    let expected = TreeText.text(run.environment.model)
    lines += [
      "", TreeText.script, "",
      "local expected <const> = \"\(expected)\"",
      "if text() ~= expected then",
      "  error(\"shown is    \" .. text() .. \"\\n  expected is \" .. expected, 0)",
      "end",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let preamble = """
    local seen <const> = {}
    -- Handles by their identifiers, those of what is gone as well.
    local function known(id)
      local function visit(one)
        seen[one.id] = one
        for _, child in ipairs(one.children) do visit(child) end
        for _, screen in ipairs(one.stack) do seen[screen.id] = screen end
      end
      if app.main then visit(app.main) end
      for _, layer in ipairs(app:layers()) do seen[layer.id] = layer end
      if app.front then seen[app.front.id] = app.front end
      return seen[id]
    end
    local function new(definition)
      local one <const> = definition:new()
      seen[one.id] = one
    end
    -- Runs a function when the next operation has begun.
    local function whenBegun(run)
      local stop
      stop = app:on("op.began", function()
        stop()
        run()
      end)
    end
    app:on("op.settled", known)
    """

  // MARK: - Definitions

  /// Returns the destination types.
  private var usedKinds: Set<String> {
    var names: Set = [sequence.plan.main]
    for entry in run.entries {
      if let preparation = entry.call.preparation {
        names.insert(String(preparation.dropFirst(4).dropLast()))
      }
      for case .pages(let pages) in entry.call.arguments { names.formUnion(pages.map(\.type)) }
    }
    while true {
      let kinds = sequence.plan.kinds.filter { names.contains($0.name) }
      let next = Set(kinds.flatMap { $0.routes.compactMap(\.coordinator) + $0.pages.map(\.type) })
      if next.isSubset(of: names) { return names }
      names.formUnion(next)
    }
  }

  private func definition(_ kind: ApplicationPlan.Kind) -> [String] {
    let word = kind.isTabs ? "tabs" : "coordinator"
    var style = "\"\(kind.style.rawValue)\""
    if let isInteractive = kind.isInteractive {
      style = "{ style = \(style), interactive = \(isInteractive) }"
    }
    var lines = ["local \(kind.name) <const> = \(word) \"\(kind.name)\" {", "  style = \(style),"]
    lines.append("  routes = {")
    for route in kind.routes {
      var fields: [String] = []
      if let type = route.coordinator { fields.append("coordinator = \"\(type)\"") }
      if route.style != .automatic { fields.append("style = \"\(route.style.rawValue)\"") }
      let body = fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
      lines.append("    \(route.name) = \(body),")
    }
    lines.append("  },")
    if kind.isTabs {
      lines.append("  pages = { \(kind.pages.map(\.script).joined(separator: ", ")) },")
    }
    if kind.hasView { lines.append("  view = { name = \"bar\" },") }
    if let current = kind.current { lines.append("  current = \"\(current)\",") }
    lines.append("}")
    if !kind.start.isEmpty {
      lines.append("function \(kind.name):start()")
      lines += kind.start.map { "  self.router:\($0.verb.rawValue)(\"\($0.route)\")" }
      lines.append("end")
    }
    return lines
  }

  // MARK: - Calls

  private func call(_ index: Int) -> [String] {
    let entry = run.entries[index]
    let children = run.entries.indices.filter { run.entries[$0].parent == index }
    var lines: [String] = []
    for child in children where run.entries[child].timing == .atBeginning {
      lines.append("whenBegun(function()")
      lines += call(child).map { "  " + $0 }
      lines.append("end)")
    }
    if let preparation = entry.call.preparation { lines.append(preparation) }
    let later = children.filter { run.entries[$0].timing == .inCompletion }
    guard !later.isEmpty else {
      let options = entry.status == .rejected ? ["try = true"] : []
      return lines + ["\(entry.call.text(options)) -- \(entry.expected)"]
    }
    lines.append("local function afterwards() -- \(entry.expected)")
    for child in later { lines += call(child).map { "  " + $0 } }
    lines.append("end")
    lines.append(entry.call.text(["completion = afterwards"]))
    return lines
  }
}
