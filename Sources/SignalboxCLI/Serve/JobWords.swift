internal import SignalboxREPL

/// The arguments of the commands that execute requests.
struct JobWords {
  /// The options of the server that apply to its jobs as well.
  private let common: [String]

  init(_ limits: Limits, _ options: PluginOptions) {
    var words = options.plugins.map { "--plugin=\($0)" }
    words += options.permissions.map { "--allow=\($0.argument)" }
    words += options.config.map { ["--config=\($0)"] } ?? []
    words += options.trust ? ["--trust"] : []
    words += options.isSealed ? ["--no-permissions"] : []
    words += limits.timeout.map { ["--timeout=\($0.text)"] } ?? []
    words += limits.memory.map { ["--memory=\($0.text)"] } ?? []
    common = words
  }

  func serve(_ files: [String]) -> [String] {
    ["serve", "--stdio"] + common + files.map(Self.path)
  }

  func list(_ selection: ScenarioSelection) -> [String] {
    ["test", "--list=json"] + common + words(of: selection)
  }

  func run(_ run: ScenarioRunMethod.Params) -> [String] {
    var words = ["test", "--reporter=jsonl"] + common
    if run.lastFailed == true { words.append("--last-failed") }
    words += run.isShuffled.map { [$0 ? "--shuffle" : "--no-shuffle"] } ?? []
    for (name, value) in [
      ("jobs", run.jobs), ("seed", run.seed), ("repeat", run.repetitions),
      ("retries", run.retries), ("max-failures", run.maxFailures),
    ] {
      if let value { words.append("--\(name)=\(value)") }
    }
    if let time = run.maxTime { words.append("--max-time=\(time)ms") }
    for (name, value) in (run.environment ?? [:]).sorted(by: { $0.key < $1.key }) {
      words.append("--env=\(name)=\(value)")
    }
    switch run.snapshots {
    case .none?: words += ["--ci", "--no-forbid-only"]
    case .missing?: words.append("--update=missing")
    case .changed?: words.append("--update=changed")
    case .all?: words.append("--update=all")
    case nil: break
    }
    switch run.recordings {
    case .off?: words.append("--trace=off")
    case .on?: words.append("--trace=on")
    case .failed?, nil: break
    }
    words += run.measuresCoverage.map { [$0 ? "--coverage" : "--no-coverage"] } ?? []
    return words + self.words(of: run.selection)
  }

  func explore(_ exploration: ExploreRunMethod.Params) -> [String] {
    var words = exploration.goal.map { ["path", "--to=\($0)"] } ?? ["explore", "--no-write"]
    words += ["--json"] + common
    if exploration.findsAll == true { words.append("--all") }
    if let depth = exploration.maxDepth { words.append("--max-depth=\(depth)") }
    if let states = exploration.maxStates { words.append("--max-states=\(states)") }
    if let time = exploration.maxTime { words.append("--time=\(time)ms") }
    return words + [Self.path(exploration.file)]
  }

  func lint(_ lint: LintRunMethod.Params) -> [String] {
    ["lint", "--json"] + common + (lint.paths ?? []).map(Self.path)
  }

  private func words(of selection: ScenarioSelection) -> [String] {
    (selection.keywords ?? []).flatMap { ["-k", $0] }
      + (selection.tags ?? []).map { "--tag=\($0)" } + (selection.paths ?? []).map(Self.path)
  }

  /// Returns a path that the parser does not mistake for an option.
  private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
