import SeededRandom
import Testing

@testable import Signalbox
@testable import SignalboxProtocol

/// Random and malformed frames, divided randomly, as input of a connection's protocol state.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target frames` runs more seeds.
struct FrameFuzzTests {
  @Test
  func `each request of random clients is answered or accepted exactly once, within the limits`() {
    FuzzRun(target: "frames", smoke: 200).check { seed in
      var trial = FrameTrial(seed: seed)
      return trial.fault()
    }
  }
}

/// Random parameters for every method, sent to a server with an engine.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target methods` runs more seeds.
struct MethodFuzzTests {
  @Test func `a method with random parameters has one response and leaves a valid state`() {
    FuzzRun(target: "methods", smoke: 60).check { seed in
      var trial = MethodTrial(seed: seed)
      return trial.fault()
    }
  }
}

/// The frames of one connection.
private struct FrameTrial {
  private var mutation: JSONMutation
  private let server: ServerDescription
  private let framing: MessageFraming
  private let knowsToken: Bool

  init(seed: UInt64) {
    mutation = JSONMutation(seed: seed)
    var limits = ProtocolLimits()
    limits.message = mutation.generator.pick([200, 5000, 1 << 20])
    limits.greeting = mutation.generator.pick([150, 4096])
    server = ServerDescription(
      InitializeMethod.Program(name: "fuzz"), token: AccessToken("right"), limits: limits)
    framing = mutation.generator.pick([.lines, .contentLength])
    knowsToken = mutation.generator.below(8) > 0
  }

  private func session() -> SessionState {
    SessionState(of: server, client: 1, framing, needsToken: true)
  }

  /// Returns the fault in the connection's handling of the frames of this seed.
  mutating func fault() -> String? {
    let bytes = frames()
    var session = session()
    var steps: [SessionState.Step] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let maxBytes = mutation.generator.pick(bytes.count > 5000 ? [900, 90_000] : [3, 90])
      let chunk = rest.prefix(1 + mutation.generator.below(maxBytes))
      rest = rest.dropFirst(chunk.count)
      steps += session.receive(chunk)
      if session.waitingBytes > max(server.limits.message, server.limits.greeting) + 1100 {
        return "keeps \(session.waitingBytes) bytes"
      }
    }
    if let fault = fault(of: steps, isClosed: session.isClosed) { return fault }
    if let fault = answerFault(of: steps, bytes, isClosed: session.isClosed) { return fault }
    var whole = self.session()
    if whole.receive(bytes) != steps { return "chunks make a difference" }
    return endFault(&session, bytes)
  }

  /// No request of a connection without a token is performed, and no message follows the end.
  private func fault(of steps: [SessionState.Step], isClosed: Bool) -> String? {
    var (isJoined, hasEnded) = (false, false)
    for step in steps {
      if hasEnded { return "continues after the end with \(step)" }
      switch step {
      case .join:
        guard knowsToken, !isJoined else { return "accepts a client without the token, or twice" }
        isJoined = true
      case .request, .urgentRequest, .cancel, .interrupt:
        guard isJoined else { return "does \(step) without initialize" }
      case .close: hasEnded = true
      case .send(.failure(_, let error)):
        if error.code.isEmpty || error.message.isEmpty { return "has an error without a text" }
      case .send(.result):
        guard isJoined else { return "answers without initialize" }
      case .send(let message): return "sends \(message)"
      }
    }
    return hasEnded == isClosed ? nil : "closed without a step"
  }

  /// Each message with an identifier is answered or accepted once, in order, up to the end.
  private func answerFault(
    of steps: [SessionState.Step], _ bytes: [UInt8], isClosed: Bool
  ) -> String? {
    let answered = steps.compactMap { step -> MessageID? in
      switch step {
      case .request(let id, _, _, _), .urgentRequest(let id, _, _, _),
        .send(.result(let id, _)), .send(.failure(let id?, _)):
        id
      case .join, .cancel, .interrupt, .close, .send: nil
      }
    }
    let isJoined = steps.contains { if case .join = $0 { true } else { false } }
    var reader = MessageReader(framing, limit: server.limits.greeting)
    reader.append(bytes)
    var expected: [MessageID] = []
    while let frame = reader.next() {
      // Only the first message of a connection can be accepted as its initialize.
      if isJoined { reader.limit = server.limits.message }
      guard case .text(let text) = frame else { continue }
      do throws(ProtocolMessage.Fault) {
        if case .request(let id, _, _) = try ProtocolMessage(text) { expected.append(id) }
      } catch {
        if let id = error.id { expected.append(id) }
      }
    }
    let isWhole = isClosed ? expected.starts(with: answered) : expected == answered
    return isWhole ? nil : "answers \(answered) of \(expected)"
  }

  /// An ended connection has one message, and accepts no further input.
  private func endFault(_ session: inout SessionState, _ bytes: [UInt8]) -> String? {
    let steps = session.end(ProtocolError(.timedOut, "over"))
    let count = steps.count
    guard session.receive(bytes).isEmpty, session.end(ProtocolError(.full, "x")).isEmpty else {
      return "continues after its end"
    }
    return count == 0 || count == 2 && steps.last == .close ? nil : "ends with \(steps)"
  }

  // MARK: - Input

  private mutating func frames() -> [UInt8] {
    let token = knowsToken ? "right" : "wrong"
    let hello =
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
      + #""token":"\#(token)","versions":[1]}}"#
    var bytes = mutation.generator.below(10) == 0 ? [] : framing.frame(hello)
    for id in 1...(1 + mutation.generator.below(20)) { bytes += frame(id) }
    return bytes
  }

  private mutating func frame(_ id: Int) -> [UInt8] {
    let method = mutation.generator.pick(MethodCatalog.methods)
    let message: ProtocolMessage =
      mutation.generator.below(4) == 0
      ? .notification(method: method.name, params: method.example)
      : .request(id: .number(id), method: method.name, params: method.example)
    let text = (try? message.text) ?? ""
    switch mutation.generator.below(5) {
    case 0: return framing.frame(mutation.damaged(text))
    case 1:
      let value = (try? JSONReader.value(text)).map { mutation.damaged($0) }
      return framing.frame(value?.line ?? "")
    case 2 where mutation.generator.below(3) == 0:
      return (0..<mutation.generator.below(60)).map { _ in UInt8(mutation.generator.below(256)) }
    case 3 where mutation.generator.below(3) == 0:
      // The header does not match, or bytes are missing.
      let frame = framing.frame(text)
      return Array(frame.prefix(mutation.generator.below(frame.count + 1)))
    default: return framing.frame(text)
    }
  }
}

/// Requests with random parameters to one server.
private struct MethodTrial {
  private var mutation: JSONMutation
  private let engine = NavigationEngine()
  private let server: ProtocolServer
  private let service: EngineService

  init(seed: UInt64) {
    mutation = JSONMutation(seed: seed)
    server = ProtocolServer(name: "fuzz")
    service = EngineService(engine, of: server)
    let shop = CoordinatorType(
      name: "Shop",
      routes: [
        "catalog": RouteDefinition(),
        "product": RouteDefinition(parameters: [RouteParameter("id", .integer)]),
        "help": RouteDefinition(.coordinator("Help"), style: .sheet),
      ]
    ) { [unowned engine] id, _ in Starter(engine.router(of: id), "catalog") }
    let help = CoordinatorType(name: "Help", routes: ["topics": RouteDefinition()]) {
      [unowned engine] id, _ in Starter(engine.router(of: id), "topics")
    }
    for type in [shop, help] { try? engine.register(type) }
    _ = engine.launch("Shop")
  }

  private final class Starter: CoordinatorDelegate {
    private let router: AnyRouter
    private let route: String

    init(_ router: AnyRouter, _ route: String) { (self.router, self.route) = (router, route) }

    func start(animated: Bool) { router.startFlow(at: route) }
    func actions(of screen: ScreenID) -> [String] { ["Buy"] }
    func perform(action: String, on screen: ScreenID) { router.navigate(to: "help") }
  }

  mutating func fault() -> String? {
    let connection = server.connect(.lines, needsToken: false)
    connection.receive(
      Array(
        #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#.utf8)
        + Array(#""versions":[1]}}"#.utf8) + [0x0A])
    _ = lines(connection)
    for id in 1...(1 + mutation.generator.below(20)) {
      let method = mutation.generator.pick(MethodCatalog.methods.filter { $0.answer != nil })
      let params = params(of: method)
      let message = ProtocolMessage.request(id: .number(id), method: method.name, params: params)
      // Parameters that are too deeply nested for a message cannot be sent.
      guard let text = try? message.text else { continue }
      connection.receive(Array((text + "\n").utf8))
      service.serve()
      let place = "\(method.name) \(params)"
      if let fault = answerFault(lines(connection), id, method) { return "\(place): \(fault)" }
      if let fault = stateFault() { return "\(place): \(fault)" }
    }
    return nil
  }

  private func lines(_ connection: ProtocolConnection) -> [String] {
    var bytes: [UInt8] = []
    while case let chunk = connection.output(), !chunk.isEmpty { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The notifications that a server sends.
  private let notifications = MethodCatalog.methods.filter { $0.kind == .serverNotification }

  /// There is exactly one response, with the fields of the method or a code. Notifications may
  /// precede or follow the response.
  private func answerFault(_ lines: [String], _ id: Int, _ method: MethodDescription) -> String? {
    var answers = 0
    for line in lines {
      switch try? ProtocolMessage(line) {
      case .result(.number(id), let result):
        answers += 1
        do throws(ProtocolError) {
          try MessageField.check(result.table ?? ["?": result], method.result, "result")
        } catch {
          return error.message
        }
      case .failure(.number(id)?, let error):
        answers += 1
        if error.code.isEmpty || error.message.isEmpty { return "error without a text: \(line)" }
      case .notification(let name, let params):
        guard let sent = notifications.first(where: { $0.name == name }) else {
          return "sends \(line)"
        }
        do throws(ProtocolError) {
          try MessageField.check(params, sent.params, name)
        } catch {
          return error.message
        }
      default: return "sends \(line)"
      }
    }
    return answers == 1 ? nil : "\(answers) answers"
  }

  /// The state can be written and read again.
  private func stateFault() -> String? {
    do throws(NavigationError) {
      let value = try engine.snapshot().tree.value
      let read = try StateDocument(value)
      return try read.value == value ? nil : "the state is read back as another one"
    } catch {
      return "the state cannot be read back: \(error)"
    }
  }

  private mutating func params(of method: MethodDescription) -> NavigationArguments {
    var params = method.example
    switch mutation.generator.below(4) {
    case 0: break
    case 1:
      for field in method.params where mutation.generator.below(4) == 0 {
        params[field.name] = value(of: field.kind, depth: 0)
      }
    default:
      params = mutation.damaged(.table(params)).table ?? params
    }
    return params
  }

  private mutating func value(of kind: MessageField.Kind, depth: Int) -> NavigationValue {
    let names = ["Shop", "Shop/Help", "product", "catalog", "help", "topics", "", "x", "navigate"]
    let operations =
      (OperationCatalog.operations + GestureCatalog.gestures).map(\.signature.name)
    switch kind {
    case .boolean: return .boolean(mutation.generator.below(2) == 0)
    case .integer: return .integer(mutation.generator.pick([-1, 0, 1, 2, 42, .max, .min]))
    case .number: return .number(mutation.generator.pick([0, 0.5, 1, -1, 1e300]))
    case .string, .identifier: return .string(mutation.generator.pick(names + operations))
    case .choice(let words): return .string(mutation.generator.pick(words))
    case .fields(let fields), .shared(_, let fields), .stringOr(_, let fields):
      return .table(fields: fields, depth: depth, &self)
    case .call: return .table(fields: CallFields.fields, depth: depth, &self)
    case .list(let kind):
      guard depth < 3 else { return [] }
      return .list(
        (0..<mutation.generator.below(3)).map { _ in value(of: kind, depth: depth + 1) })
    case .table, .any:
      return mutation.generator.pick([[:], ["id": 1], ["id": "x"], ["a": [1, ["b": 2]]]])
    case .state: return (try? engine.snapshot().tree.value).map { mutation.damaged($0) } ?? [:]
    }
  }

  fileprivate mutating func member(_ field: MessageField, depth: Int) -> NavigationValue? {
    guard depth < 3, mutation.generator.below(field.isOptional ? 4 : 10) == 0 || !field.isOptional
    else { return nil }
    return value(of: field.kind, depth: depth + 1)
  }
}

extension NavigationValue {
  fileprivate static func table(
    fields: [MessageField], depth: Int, _ trial: inout MethodTrial
  ) -> NavigationValue {
    var table = NavigationArguments()
    for field in fields { table[field.name] = trial.member(field, depth: depth) }
    return .table(table)
  }
}
