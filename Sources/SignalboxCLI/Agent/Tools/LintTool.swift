internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `lint` tool, which finds mistakes without running scenarios.
enum LintTool: AgentTool {
  typealias Params = LintRunMethod.Params

  struct Result: AgentResult {
    var errors: Int
    var warnings: Int
    var findings: [String]

    static let fields = [
      MessageField("errors", .integer(minimum: 0), "the number of errors"),
      MessageField("warnings", .integer(minimum: 0), "the number of warnings"),
      MessageField(
        "findings", .list(.string),
        "the mistakes, each with its file, line, message "
          + "and hint"),
    ]

    var text: String {
      "\(counted(errors, "error")), \(counted(warnings, "warning"))\n"
        + AgentText.section("Findings", findings)
    }
  }

  static let name = "lint"
  static let title = "Find mistakes"
  static let summary =
    "Reports mistakes in scenarios and applications, such as undefined routes, coordinators, "
    + "methods and globals, without running them."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    let found = try session.request(LintRunMethod.self, params)
    let lines = found.findings.map { finding in
      let line = finding.line.map { ":\($0)" } ?? ""
      let hint = finding.hint.map { " (\($0))" } ?? ""
      return "\(finding.file)\(line): \(finding.severity): \(finding.message)\(hint)"
    }
    return Result(
      errors: found.errors, warnings: found.warnings,
      findings: AgentText.shortened(lines, to: 40, characters: 6_000))
  }
}
