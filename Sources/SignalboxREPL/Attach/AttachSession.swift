/// The protocol state of one client, without socket, script and clock.
struct AttachSession {
  /// The actions to take, in order.
  enum Step: Hashable, Sendable {
    case send(HostMessage)
    /// The client sent the correct token.
    case admit(ClientMessage.Greeting)
    /// A request for the host.
    case request(ClientMessage)
    /// The client's own running or waiting input must end.
    case interrupt
    /// The last step of a connection.
    case close
  }

  private let token: AttachToken
  private let welcome: HostMessage.Welcome
  private let limits: AttachLimits
  private var reader: FrameReader
  private(set) var isAdmitted = false
  private(set) var isClosed = false

  /// - Parameter welcome: The message to a client that is accepted.
  init(token: AttachToken, welcome: HostMessage.Welcome, limits: AttachLimits = AttachLimits()) {
    self.token = token
    self.welcome = welcome
    self.limits = limits
    reader = FrameReader(limit: limits.greeting)
  }

  /// The number of bytes of an incomplete frame.
  var waitingBytes: Int { reader.waiting }
  /// Whether a frame that is too long has not ended yet.
  var isOverlong: Bool { reader.isOverlong }

  /// Processes received bytes; nothing follows a ``Step/close``.
  mutating func receive(_ bytes: some Collection<UInt8>) -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    reader.append(bytes)
    while !isClosed, let frame = reader.next() { take(frame, &steps) }
    return steps
  }

  /// Ends a connection after its time limit: the rest of `hello`, or of a frame that is too long,
  /// did not arrive.
  mutating func expire() -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    if let frame = reader.cutOff() {
      take(frame, &steps)
    } else {
      let message = "timed out: no hello within \(limits.helloTimeout)"
      end(Rejection(id: nil, .notAdmitted, message), &steps)
    }
    return steps
  }

  /// Ends a connection before its `hello`, because another client needs its slot.
  mutating func giveWay() -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    let message = "no hello received, and another client takes this slot"
    end(Rejection(id: nil, .full, message), &steps)
    return steps
  }

  private mutating func take(_ frame: FrameReader.Frame, _ steps: inout [Step]) {
    switch frame {
    case .text(let text): take(text, &steps)
    case .garbled: reject(Rejection(id: nil, .malformed, "a frame must be UTF-8 text"), &steps)
    case .tooLong(let count):
      let message = "the frame has \(count) bytes, at most \(reader.limit) are allowed"
      end(Rejection(id: nil, .tooLong, message), &steps)
    }
  }

  private mutating func take(_ text: String, _ steps: inout [Step]) {
    let message: ClientMessage
    do throws(Rejection) {
      message = try ClientMessage(text)
    } catch {
      return reject(error, &steps)
    }
    switch message.verb {
    case .hello(let greeting): greet(message.id, greeting, &steps)
    case _ where !isAdmitted:
      end(Rejection(id: message.id, .notAdmitted, "the first request must be hello"), &steps)
    case .ping: steps.append(.send(.done(id: message.id)))
    case .interrupt: steps += [.interrupt, .send(.done(id: message.id))]
    case .evaluate, .complete, .label, .drop, .finish, .events: steps.append(.request(message))
    }
  }

  private mutating func greet(
    _ id: Int, _ greeting: ClientMessage.Greeting, _ steps: inout [Step]
  ) {
    guard !isAdmitted else {
      return reject(Rejection(id: id, .badField, "hello must be sent only once"), &steps)
    }
    guard greeting.version == welcome.version else {
      let message =
        "this host speaks version \(welcome.version) of the protocol, not \(greeting.version)"
      return end(Rejection(id: id, .badVersion, message), &steps)
    }
    guard token.matches(AttachToken(greeting.token)) else {
      return end(Rejection(id: id, .badToken, "the token does not match this host"), &steps)
    }
    isAdmitted = true
    reader.limit = limits.frame
    steps += [.admit(greeting), .send(.welcome(id: id, welcome))]
  }

  /// Rejects an invalid request; before `hello`, this ends the connection.
  private mutating func reject(_ rejection: Rejection, _ steps: inout [Step]) {
    if !isAdmitted { return end(rejection, &steps) }
    steps.append(.send(.rejected(rejection)))
  }

  private mutating func end(_ rejection: Rejection, _ steps: inout [Step]) {
    isClosed = true
    reader = FrameReader(limit: 0)
    steps += [.send(.rejected(rejection)), .close]
  }
}
