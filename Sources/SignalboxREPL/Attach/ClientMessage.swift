internal import Signalbox

/// What a client asks for: one line of JSON with an `id`, a `verb`, and the fields of that verb.
package struct ClientMessage: Hashable, Sendable {
  package enum Verb: Hashable, Sendable {
    case hello(Greeting)
    /// One input, or a line of one.
    ///
    /// - Parameter line: Its line, from 1, in what the inputs are read from; `nil` for a person. With a
    ///   line, failures have it and come apart from the output.
    case evaluate(String, line: Int? = nil)
    case complete(String, cursor: Int)
    case label
    /// What was typed so far is dropped.
    case drop
    /// The client's input has ended: what waits for more lines is an error.
    case finish
    case interrupt
    case events(EventLevel)
    case ping
  }

  /// Who attaches, and how text should look.
  package struct Greeting: Hashable, Sendable {
    package var version: Int
    package var token: String
    package var isColored: Bool

    package init(version: Int = AttachProtocol.version, token: String, isColored: Bool = false) {
      self.version = version
      self.token = token
      self.isColored = isColored
    }
  }

  /// Named by the client; the answer has the same.
  package var id: Int
  package var verb: Verb

  package init(id: Int, _ verb: Verb) {
    self.id = id
    self.verb = verb
  }

  /// The line, with its end.
  package var frame: [UInt8] {
    AttachProtocol.frame([("id", .integer(id)), ("verb", .string(name))] + fields)
  }

  private var name: String {
    switch verb {
    case .hello: "hello"
    case .evaluate: "evaluate"
    case .complete: "complete"
    case .label: "label"
    case .drop: "drop"
    case .finish: "finish"
    case .interrupt: "interrupt"
    case .events: "events"
    case .ping: "ping"
    }
  }

  private var fields: [(String, NavigationValue)] {
    switch verb {
    case .hello(let greeting):
      [
        ("version", .integer(greeting.version)), ("token", .string(greeting.token)),
        ("color", .boolean(greeting.isColored)),
      ]
    case .evaluate(let text, let line):
      [("text", .string(text))] + (line.map { [("line", .integer($0))] } ?? [])
    case .complete(let text, let cursor): [("text", .string(text)), ("cursor", .integer(cursor))]
    case .events(let level): [("show", .string(level.rawValue))]
    case .label, .drop, .finish, .interrupt, .ping: []
    }
  }
}

/// What a client hears of that it did not ask for.
package enum EventLevel: String, Hashable, Sendable, CaseIterable {
  case none
  /// One line for what somebody else's input changed.
  case changes
  /// Every event of the engine as well.
  case all
}

extension ClientMessage {
  /// Reads a request; unknown fields are left alone.
  init(_ text: String) throws(Refusal) {
    let value: NavigationValue
    do throws(NavigationError) {
      value = try NavigationValue(json: text)
    } catch {
      throw Refusal(id: nil, .malformed, error.message)
    }
    guard case .table(let fields) = value else {
      throw Refusal(id: nil, .malformed, "a request is an object, not a \(value.kindName)")
    }
    guard case .integer(let id)? = fields["id"], id >= 0 else {
      throw Refusal(id: nil, .malformed, "a request has an id, an integer of 0 or more")
    }
    self.init(id: id, try Self.verb(FieldSource(id: id, fields: fields)))
  }

  private static func verb(_ source: FieldSource) throws(Refusal) -> Verb {
    let name = try source.string("verb")
    switch name {
    case "hello":
      return .hello(
        Greeting(
          version: try source.integer("version"), token: try source.string("token"),
          isColored: try source.boolean("color")))
    case "evaluate":
      return .evaluate(try source.string("text"), line: try source.lineNumber("line"))
    case "complete":
      return .complete(try source.string("text"), cursor: try source.integer("cursor"))
    case "events":
      let word = try source.string("show")
      guard let level = EventLevel(rawValue: word) else {
        throw Refusal(
          id: source.id, .badField, "show is none, changes or all, not \"\(word)\"")
      }
      return .events(level)
    case "label": return .label
    case "drop": return .drop
    case "finish": return .finish
    case "interrupt": return .interrupt
    case "ping": return .ping
    default: throw Refusal(id: source.id, .unknownVerb, "there is no verb \"\(name)\"")
    }
  }
}

/// The fields of one request, read with sentences for what is wrong.
private struct FieldSource {
  let id: Int
  let fields: NavigationArguments

  func string(_ name: String) throws(Refusal) -> String {
    guard case .string(let text)? = fields[name] else { throw wrong(name, "a string") }
    return text
  }

  func integer(_ name: String) throws(Refusal) -> Int {
    guard case .integer(let number)? = fields[name] else { throw wrong(name, "an integer") }
    return number
  }

  /// An integer of 1 or more that may be left out.
  func lineNumber(_ name: String) throws(Refusal) -> Int? {
    switch fields[name] {
    case nil: return nil
    case .integer(let number)? where number >= 1: return number
    case .integer(let number)?:
      throw Refusal(id: id, .badField, "\(name) is an integer of 1 or more, not \(number)")
    default: throw wrong(name, "an integer of 1 or more")
    }
  }

  /// A field that may be left out.
  func boolean(_ name: String) throws(Refusal) -> Bool {
    switch fields[name] {
    case nil: return false
    case .boolean(let isTrue)?: return isTrue
    default: throw wrong(name, "true or false")
    }
  }

  private func wrong(_ name: String, _ expected: String) -> Refusal {
    let found = fields[name].map { "not a \($0.kindName)" } ?? "and it is missing"
    return Refusal(id: id, .badField, "\(name) is \(expected), \(found)")
  }
}
