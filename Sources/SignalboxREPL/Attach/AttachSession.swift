/// One client as the host's protocol sees it: bytes in, steps out; no socket, no script, no clock.
struct AttachSession {
  /// What is to be done, in order.
  enum Step: Hashable, Sendable {
    case send(HostMessage)
    /// The token was right.
    case admit(ClientMessage.Greeting)
    /// The host has to do this where the session lives.
    case request(ClientMessage)
    /// The client's own input, running or waiting, is to end.
    case interrupt
    /// The last one of a connection.
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

  /// How many bytes are kept of a frame that is not whole.
  var waitingBytes: Int { reader.waiting }
  /// Whether the end of a frame that is too long has not come yet.
  var isOverlong: Bool { reader.isOverlong }

  /// Takes what came; nothing follows a ``Step/close``.
  mutating func receive(_ bytes: some Collection<UInt8>) -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    reader.append(bytes)
    while !isClosed, let frame = reader.next() { take(frame, &steps) }
    return steps
  }

  /// Ends a connection that has let its time pass: what is missing of `hello`, or of a frame that is
  /// too long, does not come any more.
  mutating func expire() -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    if let frame = reader.cutOff() {
      take(frame, &steps)
    } else {
      let message = "hello did not come within \(limits.helloTimeout)"
      end(Rejection(id: nil, .notAdmitted, message), &steps)
    }
    return steps
  }

  /// Ends a connection before its `hello`, because another client wants its place.
  mutating func giveWay() -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    let message = "hello did not come, and another client takes this place"
    end(Rejection(id: nil, .full, message), &steps)
    return steps
  }

  private mutating func take(_ frame: FrameReader.Frame, _ steps: inout [Step]) {
    switch frame {
    case .text(let text): take(text, &steps)
    case .garbled: reject(Rejection(id: nil, .malformed, "a frame is text in UTF-8"), &steps)
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
      end(Rejection(id: message.id, .notAdmitted, "the first request is hello"), &steps)
    case .ping: steps.append(.send(.done(id: message.id)))
    case .interrupt: steps += [.interrupt, .send(.done(id: message.id))]
    case .evaluate, .complete, .label, .drop, .finish, .events: steps.append(.request(message))
    }
  }

  private mutating func greet(
    _ id: Int, _ greeting: ClientMessage.Greeting, _ steps: inout [Step]
  ) {
    guard !isAdmitted else {
      return reject(Rejection(id: id, .badField, "hello is said once"), &steps)
    }
    guard greeting.version == welcome.version else {
      let message =
        "this host speaks version \(welcome.version) of the protocol, not \(greeting.version)"
      return end(Rejection(id: id, .badVersion, message), &steps)
    }
    guard token.matches(AttachToken(greeting.token)) else {
      return end(Rejection(id: id, .badToken, "the token is not that of this host"), &steps)
    }
    isAdmitted = true
    reader.limit = limits.frame
    steps += [.admit(greeting), .send(.welcome(id: id, welcome))]
  }

  /// A request that is wrong; before the token was shown it is the last one.
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
