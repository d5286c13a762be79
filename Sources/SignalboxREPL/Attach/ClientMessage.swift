// swift-format-ignore-file: NoLeadingUnderscores, OneCasePerLine

package import Signalbox

/// A request of a client: one line of JSON with an `id`, a `verb`, and the fields of that verb.
package struct ClientMessage: Hashable, Sendable {
  package enum Verb: Hashable, Codable, Sendable {
    case hello(Greeting)
    /// One input, or a line of one.
    ///
    /// - Parameter line: Its line, from 1, in the source of the inputs; `nil` for typed input. With
    ///   a line, errors contain it and are sent apart from the output.
    case evaluate(String, line: Int? = nil)
    case complete(String, cursor: Int)
    case label
    /// Discards incomplete input.
    case drop
    /// The client's input has ended: incomplete input is an error.
    case finish
    case interrupt
    case events(EventLevel)
    case ping

    fileprivate enum CodingKeys: String, CodingKey {
      case hello, evaluate, complete, label, drop, finish, interrupt, events, ping
    }
    private enum EvaluateCodingKeys: String, CodingKey { case _0 = "text", line }
    private enum CompleteCodingKeys: String, CodingKey { case _0 = "text", cursor }
    private enum EventsCodingKeys: String, CodingKey { case _0 = "show" }
  }

  /// The greeting of a client, with its options for text.
  package struct Greeting: Hashable, Codable, Sendable {
    package var version: Int
    package var token: String
    @Sparse package var isColored: Bool = false

    package init(version: Int = AttachProtocol.version, token: String, isColored: Bool = false) {
      self.version = version
      self.token = token
      self.isColored = isColored
    }
  }

  /// Chosen by the client and repeated in the answer.
  package var id: Int
  package var verb: Verb

  package init(id: Int, _ verb: Verb) {
    self.id = id
    self.verb = verb
  }

  /// The line, with its line ending.
  package var frame: [UInt8] { AttachProtocol.frame(verb, "verb", id: id) }
}

/// The events that a client subscribes to.
package enum EventLevel: String, Hashable, Codable, Sendable, CaseIterable {
  case none
  /// One line for the changes of another client's input.
  case changes
  /// Also every event of the engine.
  case all
}

extension ClientMessage {
  /// Reads a request; unknown fields are ignored.
  init(_ text: String) throws(Rejection) {
    let value: NavigationValue
    do throws(NavigationError) {
      value = try NavigationValue(json: text)
    } catch {
      throw Rejection(id: nil, .malformed, error.message)
    }
    guard case .table(let fields) = value else {
      throw Rejection(id: nil, .malformed, "a request must be an object, got a \(value.kindName)")
    }
    guard case .integer(let id)? = fields["id"], id >= 0 else {
      throw Rejection(id: nil, .malformed, "a request must have an id, an integer of 0 or more")
    }
    if case .string(let name) = fields["verb"], Verb.CodingKeys(stringValue: name) == nil {
      throw Rejection(id: id, .unknownVerb, "there is no verb \"\(name)\"")
    }
    do throws(NavigationError) {
      self.init(id: id, try AttachProtocol.message(fields, "verb"))
    } catch {
      throw Rejection(id: id, .badField, error.message)
    }
    guard case .evaluate(_, let line?) = verb, line < 1 else { return }
    throw Rejection(id: id, .badField, "line must be an integer of 1 or more, got \(line)")
  }
}
