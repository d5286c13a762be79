import Testing

@testable import Signalbox
@testable import SignalboxREPL

/// Random and spoiled frames, in random pieces, to the protocol of offered sessions; answers through
/// an outbox with little room.
///
/// `SIGNALBOX_SEED` replays one seed; `scripts/fuzz --target attach` runs more.
struct AttachFuzzTests {
  @Test func `whatever clients send, each request is answered or handed on once, in bounds`() {
    FuzzRun(target: "attach", smoke: 200).check { seed in
      var trial = AttachTrial(seed: seed)
      return trial.fault()
    }
  }
}

/// One client of a seed.
private struct AttachTrial {
  private var mutation: JSONMutation
  private let limits: AttachLimits
  private let knowsToken: Bool
  private var session: AttachSession

  init(seed: UInt64) {
    mutation = JSONMutation(seed: seed)
    var limits = AttachLimits()
    limits.frame = mutation.generator.pick([200, 5000, 1 << 20])
    limits.greeting = mutation.generator.pick([150, 4096])
    (limits.events, limits.output, limits.total) = (300, 600, 5000)
    self.limits = limits
    knowsToken = mutation.generator.below(8) > 0
    let welcome = HostMessage.Welcome(version: 1, host: "h", lua: "l", client: 1)
    session = AttachSession(token: AttachToken("right"), welcome: welcome, limits: limits)
  }

  /// What is wrong with how the session takes the frames of this seed.
  mutating func fault() -> String? {
    let bytes = frames()
    var steps: [AttachSession.Step] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(
        1
          + mutation.generator.below(
            mutation.generator.pick(bytes.count > 5000 ? [900, 90_000] : [3, 90])))
      rest = rest.dropFirst(piece.count)
      steps += session.receive(piece)
      if session.waitingBytes > max(limits.frame, limits.greeting) {
        return "keeps \(session.waitingBytes) bytes"
      }
    }
    return fault(of: steps) ?? fault(of: bytes, steps) ?? outboxFault(steps) ?? endFault(bytes)
  }

  /// A connection whose time is over ends with one answer, which says how long a frame is that is too long.
  private mutating func endFault(_ bytes: [UInt8]) -> String? {
    let isOverlong = session.isOverlong
    guard isOverlong || !session.isAdmitted, !session.isClosed else { return nil }
    let steps =
      mutation.generator.below(2) == 0 || isOverlong ? session.expire() : session.giveWay()
    guard case .send(.rejected(let refusal))? = steps.first, steps.count == 2, steps.last == .close
    else { return "ends with \(steps)" }
    guard session.receive(bytes).isEmpty, session.expire().isEmpty else { return "goes on" }
    let rest = bytes.count - (bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    guard isOverlong else { return nil }
    return refusal.code == .tooLong && refusal.message.hasPrefix("the frame has \(rest) bytes,")
      ? nil : "calls \(rest) bytes \(refusal.message)"
  }

  // MARK: - Input

  private mutating func frames() -> [UInt8] {
    let token = knowsToken ? "right" : "wrong"
    var bytes = ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: token))).frame
    if mutation.generator.below(10) == 0 { bytes = [] }
    for id in 1...(1 + mutation.generator.below(20)) {
      let frame = ClientMessage(id: id, verb()).frame
      switch mutation.generator.below(4) {
      case 0:
        let text = String(decoding: frame.dropLast(), as: UTF8.self)
        bytes += Array(mutation.spoiled(text).utf8) + [0x0A]
      case 1:
        let text = String(decoding: frame, as: UTF8.self)
        let value = (try? JSONReader.value(text)).map { mutation.spoiled($0) }
        bytes += Array((value.flatMap { try? JSONWriter.text(of: $0) } ?? "").utf8) + [0x0A]
      case 2 where mutation.generator.below(3) == 0:
        bytes += (0..<mutation.generator.below(60)).map { _ in
          UInt8(mutation.generator.below(256))
        }
      default: bytes += frame
      }
    }
    return bytes
  }

  private mutating func verb() -> ClientMessage.Verb {
    let texts = ["", "1", "print 'x'", "\u{0}\u{7F}▸\n", String(repeating: "y", count: 400)]
    let text = mutation.generator.pick(texts)
    switch mutation.generator.below(9) {
    case 0: return .complete(text, cursor: mutation.generator.pick([0, 3, -1, .max]))
    case 1: return .label
    case 2: return .drop
    case 3: return .finish
    case 4: return .interrupt
    case 5: return .events(mutation.generator.pick(EventLevel.allCases))
    case 6: return .ping
    case 7: return .hello(ClientMessage.Greeting(version: 1, token: text))
    default: return .evaluate(text)
    }
  }

  // MARK: - Laws

  /// Nobody without the token gets anything done, and nothing follows the end.
  private func fault(of steps: [AttachSession.Step]) -> String? {
    var (isAdmitted, isClosed) = (false, false)
    for step in steps {
      if isClosed { return "goes on after the end with \(step)" }
      switch step {
      case .admit(let greeting):
        guard greeting.token == "right", !isAdmitted else { return "lets in \(greeting)" }
        isAdmitted = true
      case .request, .interrupt:
        guard isAdmitted else { return "does \(step) for a stranger" }
      case .close: isClosed = true
      case .send(let message):
        if case .rejected = message { continue }
        guard isAdmitted else { return "says \(message) to a stranger" }
      }
    }
    return isClosed == session.isClosed ? nil : "closed without a step"
  }

  /// The same as with the bytes in one piece, and a whole, right request never gets lost.
  private func fault(of bytes: [UInt8], _ steps: [AttachSession.Step]) -> String? {
    let welcome = HostMessage.Welcome(version: 1, host: "h", lua: "l", client: 1)
    var whole = AttachSession(token: AttachToken("right"), welcome: welcome, limits: limits)
    guard whole.receive(bytes) == steps else { return "pieces make a difference" }
    let lines = bytes.split(separator: 0x0A).dropLast(bytes.last == 0x0A ? 0 : 1)
    let answers = steps.count { step in
      switch step {
      case .send, .request: true
      case .admit, .interrupt, .close: false
      }
    }
    let blank = lines.count { $0 == [0x0D] }
    guard !session.isClosed, answers != lines.count - blank else { return nil }
    return "\(lines.count - blank) frames have \(answers) answers"
  }

  /// What a slow client gets is whole, in order, and with what was left out it is everything.
  private mutating func outboxFault(_ steps: [AttachSession.Step]) -> String? {
    var outbox = Outbox(limits: limits)
    var (bytes, texts): ([UInt8], Int) = ([], 0)
    for step in steps {
      guard case .send(let message) = step else { continue }
      for text in ["a\n", String(repeating: "é", count: 250)] {
        outbox.append(.output(id: 1, text: text))
        outbox.append(.change(text))
        texts += 1
      }
      outbox.append(message)
      if mutation.generator.below(3) == 0 {
        let piece = outbox.take(1 + mutation.generator.below(900))
        let sent = mutation.generator.below(piece.count + 1)
        bytes += piece[..<sent]
        outbox.putBack(piece[sent...])
      }
    }
    while case let piece = outbox.take(64), !piece.isEmpty { bytes += piece }
    return fault(inReceived: bytes, of: steps, texts: texts)
      ?? (outbox.isEmpty ? nil : "keeps some")
  }

  private func fault(
    inReceived bytes: [UInt8], of steps: [AttachSession.Step], texts: Int
  ) -> String? {
    var (answers, told): ([HostMessage], Int) = ([], 0)
    for line in bytes.split(separator: 0x0A) {
      guard let message = HostMessage(String(decoding: line, as: UTF8.self)) else {
        return "sends \(String(decoding: line, as: UTF8.self))"
      }
      switch message {
      case .dropped(let count): told += count
      case .change: told += 1
      case .output(_, let text, _): told += text.count(where: { $0 == "\n" }) + longTexts(in: text)
      default: answers.append(message)
      }
    }
    let sent = steps.compactMap { if case .send(let message) = $0 { message } else { nil } }
    guard answers == sent else { return "answers \(answers), not \(sent)" }
    return told == 2 * texts ? nil : "\(told) of \(2 * texts) texts are told"
  }

  private func longTexts(in text: String) -> Int { text.count(where: { $0 == "é" }) / 250 }
}
