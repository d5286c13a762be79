package import LineEditor
internal import Signalbox

/// What a host sends: answers, which have the `id` of their request, and events, which name themselves.
package enum HostMessage: Hashable, Sendable {
  case welcome(id: Int, Welcome)
  /// A request that asks for nothing but to be done.
  case done(id: Int)
  case evaluated(id: Int, PromptState)
  case completed(id: Int, LineCompletion)
  case refused(Refusal)
  /// Text of an input, as it comes; what went wrong where the input had a line.
  case output(id: Int, text: String, isFailure: Bool = false)
  /// What somebody else has changed, in a line.
  case change(String)
  /// An event of the engine.
  case event(String)
  /// What stands before the next line has changed.
  case label(String)
  /// So many events or texts were left out, because the client was too slow.
  case dropped(Int)
  /// The host ends the connection, and why.
  case bye(String)

  /// What a client learns when it is let in.
  package struct Welcome: Hashable, Sendable {
    package var version: Int
    /// What the host is called.
    package var host: String
    /// The release of Lua that it runs.
    package var lua: String
    /// The number under which others hear of this client.
    package var client: Int
  }

  /// How the prompt stands after a request.
  package struct PromptState: Hashable, Sendable {
    /// What stands before the next line.
    package var label: String
    /// Whether the input waits for more lines.
    package var isPending: Bool
    /// Whether any input of this client has failed.
    package var hasFailed: Bool
    /// Whether the input has asked to leave.
    package var isFinished: Bool
  }

  /// Whether it is an event, which a slow client does without.
  var isEvent: Bool {
    switch self {
    case .change, .event: true
    case .welcome, .done, .evaluated, .completed, .refused, .output, .label, .dropped, .bye: false
    }
  }
}

// MARK: - Writing

extension HostMessage {
  /// The line, with its end.
  package var frame: [UInt8] { AttachProtocol.frame(fields) }

  private var fields: [(String, NavigationValue)] {
    switch self {
    case .welcome(let id, let welcome):
      [
        ("id", .integer(id)), ("ok", true), ("version", .integer(welcome.version)),
        ("host", .string(welcome.host)), ("lua", .string(welcome.lua)),
        ("client", .integer(welcome.client)),
      ]
    case .done(let id): [("id", .integer(id)), ("ok", true)]
    case .evaluated(let id, let state):
      [
        ("id", .integer(id)), ("ok", true), ("label", .string(state.label)),
        ("pending", .boolean(state.isPending)), ("failed", .boolean(state.hasFailed)),
        ("finished", .boolean(state.isFinished)),
      ]
    case .completed(let id, let completion):
      [
        ("id", .integer(id)), ("ok", true), ("start", .integer(completion.start)),
        (
          "suggestions",
          .list(
            completion.suggestions.map {
              .table(["text": .string($0.text), "detail": .string($0.detail)])
            })
        ),
      ]
    case .refused(let refusal):
      (refusal.id.map { [("id", .integer($0))] } ?? []) + [
        ("ok", false), ("code", .string(refusal.code.rawValue)),
        ("message", .string(refusal.message)),
      ]
    case .output(let id, let text, let isFailure):
      [("event", "output"), ("input", .integer(id)), ("text", .string(text))]
        + (isFailure ? [("failure", true)] : [])
    case .change(let text): [("event", "change"), ("text", .string(text))]
    case .event(let text): [("event", "event"), ("text", .string(text))]
    case .label(let text): [("event", "label"), ("text", .string(text))]
    case .dropped(let count): [("event", "dropped"), ("count", .integer(count))]
    case .bye(let text): [("event", "bye"), ("text", .string(text))]
    }
  }
}
