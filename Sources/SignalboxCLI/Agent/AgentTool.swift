internal import Signalbox
internal import SignalboxProtocol

/// A tool of `signalbox mcp`.
///
/// To add a tool, add a file to `Tools/` and its name to ``AgentToolCatalog``.
protocol AgentTool {
  associatedtype Params: MessageFields
  associatedtype Result: AgentResult

  static var name: String { get }
  /// The title of the tool, which clients show to users.
  static var title: String { get }
  /// A description of the tool's effect and result, for the model.
  static var summary: String { get }
  static var effect: AgentEffect { get }
  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result
}

/// The result of a tool, as structured data and as text.
protocol AgentResult: MessageFields {
  /// The result as text for the model.
  var text: String { get }
  /// Whether the tool could not perform the requested action.
  var isFailure: Bool { get }
}

extension AgentResult {
  var isFailure: Bool { false }
}

/// The kinds of changes that a tool can make.
enum AgentEffect {
  case nothing
  /// The tool changes the application's state in memory, which `undo` and `launch` can restore.
  case session
  /// The tool changes files if changes are allowed, and otherwise nothing.
  case files
}

/// A type-erased description of a tool.
struct AgentToolDescription: Sendable {
  let name: String
  private let title: String
  private let summary: String
  private let effect: AgentEffect
  private let input: [MessageField]
  private let output: [MessageField]
  private let run:
    @Sendable (NavigationArguments, AgentSession) throws(ProtocolError) -> (
      NavigationArguments, String, Bool
    )

  init<Tool: AgentTool>(_ tool: Tool.Type) where Tool: SendableMetatype {
    (name, title, summary, effect) = (tool.name, tool.title, tool.summary, tool.effect)
    (input, output) = (Tool.Params.fields, Tool.Result.fields)
    run = { arguments, session throws(ProtocolError) in
      let params = try Tool.Params(message: arguments, in: "arguments")
      let result = try tool.run(params, session)
      do throws(NavigationError) {
        return (try result.message, result.text, result.isFailure)
      } catch {
        throw ProtocolError(error)
      }
    }
  }

  /// Returns the tool as `tools/list` describes it (Model Context Protocol 2025-11-25, `Tool`).
  func listed(allowsChanges: Bool) -> NavigationValue {
    let isReading = effect == .nothing || effect == .files && !allowsChanges
    return .fields([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(summary)),
      ("inputSchema", MessageSchema.object(input)), ("outputSchema", MessageSchema.object(output)),
      (
        "annotations",
        [
          "title": .string(title), "readOnlyHint": .boolean(isReading),
          "destructiveHint": .boolean(!isReading && effect == .files),
          "idempotentHint": .boolean(isReading), "openWorldHint": false,
        ]
      ),
    ])
  }

  /// Calls the tool.
  ///
  /// - Returns: The result of `tools/call` (`CallToolResult`). An error in the tool is also a
  ///   result, which the model can read and to which it can react.
  func call(_ arguments: NavigationArguments, _ session: AgentSession) -> NavigationValue {
    session.begin()
    do throws(ProtocolError) {
      let (fields, text, isFailure) = try run(arguments, session)
      return .fields([
        ("content", Self.content(text)), ("structuredContent", .table(fields)),
        ("isError", .boolean(isFailure)),
      ])
    } catch {
      return Self.failure(error)
    }
  }

  static func failure(_ error: ProtocolError) -> NavigationValue {
    let hint = error.hint.map { "\nSuggestion: \($0)" } ?? ""
    return .fields([
      ("content", content("\(error.code): \(error.message)\(hint)")), ("isError", true),
    ])
  }

  private static func content(_ text: String) -> NavigationValue {
    [["type": "text", "text": .string(AgentText.shortened(text))]]
  }
}
