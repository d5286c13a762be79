internal import SignalboxScripting

/// Files that have flows and are not found by the name that files of flows have.
enum UnfoundFlows {
  private static let words: Set<String> = ["flow", "suite"]

  static func finding(in file: FlowFile) -> CheckFinding? {
    let survey = LuaSurvey(file.source)
    let isOwn = survey.globals.contains { $0.isWritten && words.contains($0.name) }
    guard !isOwn,
      let first = survey.namings.first(where: { words.contains($0.word) && $0.function == nil }),
      !survey.ignoredLines.contains(first.line)
    else { return nil }
    return CheckFinding(
      .warning, "unfoundFlows",
      "\(first.word) \"\(first.name)\" never runs: the file does not end in .flow.lua and nothing "
        + "requires it",
      hint: "rename the file", file: file.path, line: first.line)
  }
}
