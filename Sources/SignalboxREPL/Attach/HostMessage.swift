// swift-format-ignore-file: NoLeadingUnderscores, OneCasePerLine

package import LineEditor
internal import Signalbox

/// What a host sends: one line of JSON with an `event` and its fields. Answers have the `id` of their
/// request.
package enum HostMessage: Hashable, Codable, Sendable {
  case welcome(id: Int, Welcome)
  /// A request that asks for nothing but to be done.
  case done(id: Int)
  case evaluated(id: Int, PromptState)
  case completed(id: Int, LineCompletion)
  case rejected(Rejection)
  /// Text of an input, as it comes; what went wrong where the input had a line.
  case output(id: Int, text: String, isFailure: Bool = false)
  /// What somebody else has changed, in a line.
  case change(String)
  /// An event of the engine.
  case event(String)
  /// The prompt of the next line has changed.
  case label(String)
  /// So many events or texts were left out, because the client was too slow.
  case dropped(Int)
  /// The host ends the connection, and why.
  case bye(String)

  private enum OutputCodingKeys: String, CodingKey { case id = "input", text, isFailure }
  private enum ChangeCodingKeys: String, CodingKey { case _0 = "text" }
  private enum EventCodingKeys: String, CodingKey { case _0 = "text" }
  private enum LabelCodingKeys: String, CodingKey { case _0 = "text" }
  private enum DroppedCodingKeys: String, CodingKey { case _0 = "count" }
  private enum ByeCodingKeys: String, CodingKey { case _0 = "text" }

  /// What a client learns when it is let in.
  package struct Welcome: Hashable, Codable, Sendable {
    package var version: Int
    /// What the host is called.
    package var host: String
    /// The release of Lua that it runs.
    package var lua: String
    /// The number of this client for other clients.
    package var client: Int
  }

  /// The state of the prompt after a request.
  package struct PromptState: Hashable, Codable, Sendable {
    /// The prompt of the next line.
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
    case .welcome, .done, .evaluated, .completed, .rejected, .output, .label, .dropped, .bye: false
    }
  }

  /// The line, with its end.
  package var frame: [UInt8] { AttachProtocol.frame(self, "event") }

  /// Reads what a host has sent; `nil` for what this version does not know.
  package init?(_ text: String) {
    guard case .table(let fields)? = try? NavigationValue(json: text),
      let message: HostMessage = try? AttachProtocol.message(fields, "event")
    else { return nil }
    self = message
  }
}
