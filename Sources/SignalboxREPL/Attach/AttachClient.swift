/// The client: a prompt in another process, as `signalbox repl --attach` shows it.
///
/// It belongs to one thread; a thread that also waits for other events polls ``descriptor`` and
/// calls ``read()``.
package final class AttachClient {
  /// Unrequested messages of the host.
  package enum Notice: Hashable, Sendable {
    /// Output of an input of this client.
    case output(String)
    /// The error of an input that was sent with its line.
    case failure(String)
    /// A line about a change by others, or about omitted events.
    case line(String)
    /// The prompt of the next line has changed.
    case label
  }

  /// The host's description of itself.
  package private(set) var welcome = HostMessage.Welcome(version: 0, host: "", lua: "", client: 0)
  /// The prompt of the next line.
  package private(set) var label = ""
  package var onNotice: (Notice) -> Void = { _ in }

  private let path: String
  private let socket: Descriptor
  private var reader = FrameReader(limit: AttachClient.frameLimit)
  private var lastID = 0
  /// The expected request, and its answer.
  private var awaited = 0
  private var answer: HostMessage?
  /// Why the connection has ended; `nil` while it is open.
  private var end: AttachError?
  private let takeInterrupt: () -> Bool
  /// How long the host may be silent before it is pinged, and then until it answers.
  private let replyTimeout: Duration
  /// When the host last sent something, or a request began.
  private var lastReceived = ContinuousClock.now
  /// Whether the host was pinged since.
  private var isAsked = false

  /// The maximum size of a frame from the host.
  private static let frameLimit = 16 << 20
  /// How long a Ctrl-C that arrived just before a wait can remain unnoticed.
  private static let pollInterval: Int32 = 250

  /// Connects to a host and authenticates.
  ///
  /// - Parameters:
  ///   - tokenFile: The file of the token; by default next to the socket.
  ///   - replyTimeout: How long the host may be silent before it is pinged, and then until it
  ///     answers. A host also answers while it runs a script.
  ///   - takeInterrupt: Returns whether Ctrl-C was received since the last call.
  package init(
    to place: SocketAddress, tokenFile: String? = nil, isColored: Bool = false,
    replyTimeout: Duration = .seconds(5), takeInterrupt: @escaping () -> Bool = { false }
  ) throws(AttachError) {
    path = place.path
    self.takeInterrupt = takeInterrupt
    self.replyTimeout = replyTimeout
    // Without a host its token is not needed.
    socket = try place.connect()
    guard let owner = UnixSocket.peer(of: socket), FileIdentity.isOwn(owner) else {
      throw AttachError(.notPrivate, "the host of \(path) belongs to another user")
    }
    let token = try SocketAddress.token(in: tokenFile ?? place.tokenPath)
    let greeting = ClientMessage.Greeting(token: token.text, isColored: isColored)
    switch try request(.hello(greeting)) {
    case .welcome(_, let welcome): self.welcome = welcome
    case .rejected(let rejection): throw AttachError(.notAdmitted, rejection.message)
    default: throw AttachError(.notAdmitted, "\(path) speaks another protocol")
    }
    _ = try request(.label)
  }

  /// Readable when the host has sent something.
  package var descriptor: Int32 { socket.number }

  // MARK: - Asking

  /// Sends a request and waits for the answer; the output of an input arrives as notices before it.
  /// Ctrl-C meanwhile stops the running input in the host.
  package func request(_ verb: ClientMessage.Verb) throws(AttachError) -> HostMessage {
    lastID += 1
    let (id, frame) = (lastID, ClientMessage(id: lastID, verb).frame)
    guard frame.count <= AttachLimits().frame else {
      let message =
        "the input has \(frame.count) bytes as it is sent, \(AttachLimits().frame) are "
        + "the most"
      return .rejected(Rejection(id: id, .tooLong, message))
    }
    (awaited, answer) = (id, nil)
    (lastReceived, isAsked) = (.now, false)
    try send(frame)
    while true {
      if let answer {
        self.answer = nil
        return answer
      }
      if takeInterrupt() { try interrupt() }
      try wait(writing: false)
    }
  }

  /// Pings a silent host, and fails if it does not answer.
  ///
  /// - Parameter asks: Whether a ping may be sent.
  private func checkSilence(asks: Bool) throws(AttachError) {
    let silence = ContinuousClock.now - lastReceived
    // Before it has answered `hello`, the host accepts nothing else.
    let most = welcome.version > 0 ? replyTimeout * 2 : replyTimeout
    guard silence < most else {
      throw AttachError(
        .notResponding, "the host of \(path) has not answered for \(most)",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    }
    if asks, !isAsked, welcome.version > 0, silence >= replyTimeout {
      isAsked = true
      lastID += 1
      try send(ClientMessage(id: lastID, .ping).frame)
    }
  }

  /// Ends the running or waiting input.
  private func interrupt() throws(AttachError) {
    guard welcome.version > 0 else {
      throw AttachError(.notAdmitted, "interrupted before \(path) answered")
    }
    lastID += 1
    try send(ClientMessage(id: lastID, .interrupt).frame)
  }

  private func send(_ frame: [UInt8]) throws(AttachError) {
    var rest = frame[...]
    while !rest.isEmpty {
      guard let count = socket.send(Array(rest.prefix(64 << 10))) else {
        guard UnixSocket.isPeerGone else { throw UnixSocket.failure("cannot send to \(path)") }
        throw reasonOfEnd()
      }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(writing: true) }
    }
  }

  /// Returns why the connection has ended: the last message of the host, or that it has ended.
  ///
  /// Waits for it at most a second: a connection that cannot be written to may never be closed.
  private func reasonOfEnd() -> AttachError {
    let limit = ContinuousClock.now + .seconds(1)
    while end == nil, ContinuousClock.now < limit {
      var waiting = Waiting()
      let place = waiting.add(socket.number, writing: false)
      waiting.wait(Self.pollInterval)
      if waiting.canRead(place) { try? read() }
    }
    return end ?? ending
  }

  // MARK: - Receiving

  /// Reads the messages of the host.
  ///
  /// - Throws: `noHost` if the host has ended.
  package func read() throws(AttachError) {
    while end == nil {
      guard let bytes = socket.receive(64 << 10) else {
        end = ending
        break
      }
      if bytes.isEmpty { return }
      (lastReceived, isAsked) = (.now, false)
      reader.append(bytes)
      while let frame = reader.next() {
        if case .text(let text) = frame, let message = HostMessage(text) { take(message) }
      }
    }
    if answer == nil, let end { throw end }
  }

  private func wait(writing: Bool) throws(AttachError) {
    var waiting = Waiting()
    let place = waiting.add(socket.number, writing: writing)
    waiting.wait(Self.pollInterval)
    if waiting.canRead(place) {
      try read()
    } else if end == nil {
      try checkSilence(asks: !writing)
    }
  }

  /// Why a connection ended without a message of the host.
  ///
  /// The system closes the connections of a killed host before it stops listening, so that a new
  /// connection may succeed and end at once.
  private var ending: AttachError {
    let ended = AttachError(.noHost, "the host of \(path) has ended")
    guard let attempt = try? UnixSocket.connect(to: path) else { return ended }
    var waiting = Waiting()
    let place = waiting.add(attempt.number, writing: false)
    waiting.wait(Self.pollInterval)
    if waiting.canRead(place), attempt.receive(1) == nil { return ended }
    return AttachError(
      .noHost, "the host of \(path) has closed the connection", hint: "attach again")
  }

  private func take(_ message: HostMessage) {
    switch message {
    case .evaluated(let id, let state):
      label = state.label
      keep(message, id)
    case .welcome(let id, _), .done(let id), .completed(let id, _): keep(message, id)
    case .rejected(let rejection):
      if let id = rejection.id { keep(message, id) } else { end(rejection) }
    case .output(_, let text, let isFailure):
      onNotice(isFailure ? .failure(text) : .output(text))
    case .change(let text): onNotice(.line(text))
    case .event(let text): onNotice(.line(text))
    case .dropped(let count):
      onNotice(
        .line("\(count) outputs and events were dropped because this client reads too slowly"))
    case .label(let text):
      label = text
      onNotice(.label)
    case .bye(let text): end = AttachError(.noHost, text)
    }
  }

  /// Stores an expected answer; the answer to an interruption is not expected.
  private func keep(_ answer: HostMessage, _ id: Int) {
    if id == awaited { self.answer = answer }
  }

  private func end(_ rejection: Rejection) {
    end = AttachError(rejection.code == .full ? .hostIsLive : .notAdmitted, rejection.message)
  }
}
