internal import SignalboxScripting

/// Finds scenarios in a file whose name does not end in `.scenario.lua`.
enum UnfoundScenarios {
  private static let words: Set<String> = ["scenario", "suite"]

  static func finding(in file: ScenarioFile) -> LintFinding? {
    let sourceIndex = LuaIndex(file.source)
    let isOwn = sourceIndex.globals.contains { $0.isWritten && words.contains($0.name) }
    guard !isOwn,
      let first = sourceIndex.namings.first(where: { words.contains($0.word) && $0.function == nil }
      ),
      !sourceIndex.ignoredLines.contains(first.line)
    else { return nil }
    return LintFinding(
      .warning, "unfoundScenarios",
      "\(first.word) \"\(first.name)\" never runs: the file does not end in .scenario.lua and nothing "
        + "requires it",
      hint: "rename the file", file: file.path, line: first.line)
  }
}
