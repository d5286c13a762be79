// swift-format-ignore-file: NoLeadingUnderscores, OneCasePerLine

package import LineEditor
internal import Signalbox

/// A message of a host: one line of JSON with an `event` and its fields. Answers have the `id` of
/// their request.
package enum HostMessage: Hashable, Codable, Sendable {
  case welcome(id: Int, Welcome)
  /// A request without a result is complete.
  case done(id: Int)
  case evaluated(id: Int, PromptState)
  case completed(id: Int, LineCompletion)
  case rejected(Rejection)
  /// Output of an input; the error of an input that has a line.
  case output(id: Int, text: String, isFailure: Bool = false)
  /// A change by others, as one line.
  case change(String)
  /// An event of the engine.
  case event(String)
  /// The prompt of the next line has changed.
  case label(String)
  /// How many events or texts were omitted, because the client was too slow.
  case dropped(Int)
  /// The host ends the connection, with the reason.
  case bye(String)

  private enum OutputCodingKeys: String, CodingKey { case id = "input", text, isFailure }
  private enum ChangeCodingKeys: String, CodingKey { case _0 = "text" }
  private enum EventCodingKeys: String, CodingKey { case _0 = "text" }
  private enum LabelCodingKeys: String, CodingKey { case _0 = "text" }
  private enum DroppedCodingKeys: String, CodingKey { case _0 = "count" }
  private enum ByeCodingKeys: String, CodingKey { case _0 = "text" }

  /// The answer to a client that is accepted.
  package struct Welcome: Hashable, Codable, Sendable {
    package var version: Int
    /// The name of the host.
    package var host: String
    /// The release of Lua in the host.
    package var lua: String
    /// The number of this client for other clients.
    package var client: Int
  }

  /// The state of the prompt after a request.
  package struct PromptState: Hashable, Codable, Sendable {
    /// The prompt of the next line.
    package var label: String
    /// Whether the input is incomplete.
    package var isPending: Bool
    /// Whether any input of this client has failed.
    package var hasFailed: Bool
    /// Whether the input requested to quit.
    package var isFinished: Bool
  }

  /// Whether it is an event, which may be omitted for a slow client.
  var isEvent: Bool {
    switch self {
    case .change, .event: true
    case .welcome, .done, .evaluated, .completed, .rejected, .output, .label, .dropped, .bye: false
    }
  }

  /// The line, with its line ending.
  package var frame: [UInt8] { AttachProtocol.frame(self, "event") }

  /// Reads a message of a host; returns `nil` for messages that this version does not know.
  package init?(_ text: String) {
    guard case .table(let fields)? = try? NavigationValue(json: text),
      let message: HostMessage = try? AttachProtocol.message(fields, "event")
    else { return nil }
    self = message
  }
}
