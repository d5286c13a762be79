internal import SignalboxScripting
internal import SystemLibrary

/// A piece of work, which the first worker that is free takes.
struct WorkerToken: Hashable {
  enum Kind: UInt32, CaseIterable {
    /// Load the plugins and report which are rejected.
    case plugins
    /// Load a file and report its scenarios.
    case file
    case scenario
    /// Set up a shared resource, or clean up behind it.
    case resource
    /// Run a scenario again to record it, because its process was lost (decision 0204).
    case recording

    /// Which kind of job hands it out.
    var job: Kind { self == .recording ? .scenario : self }
  }

  var kind: Kind
  /// The number of the run that it belongs to: a worker has to know what that run is about.
  var round: UInt32
  /// The place of the file, or of the scenario in the order of the run.
  var index: UInt32
  /// The description of the scenario, among those that workers know.
  var subject: UInt32
  /// How often the run comes to the scenario before, below 2^24.
  var repetition: UInt32
  /// How many attempts of it have failed, below 256.
  var attempts: UInt32

  /// Bytes in the pipe. A read takes a whole token or nothing, because only whole ones are written.
  static let size = 16
  private static let kindBits: UInt32 = 3

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  func append(to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + Self.size)
    Self.append(round << Self.kindBits | kind.rawValue, to: &bytes)
    Self.append(index, to: &bytes)
    Self.append(subject, to: &bytes)
    Self.append(repetition << 8 | attempts, to: &bytes)
  }

  init(_ kind: Kind, round: UInt32, index: Int, subject: Int = 0, repetition: Int = 0) {
    self.kind = kind
    self.round = round
    self.index = UInt32(index)
    self.subject = UInt32(subject)
    self.repetition = UInt32(repetition)
    attempts = 0
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    let first = Self.word(0, of: bytes)
    guard let kind = Kind(rawValue: first & (1 << Self.kindBits - 1)) else { return nil }
    self.kind = kind
    round = first >> Self.kindBits
    index = Self.word(1, of: bytes)
    subject = Self.word(2, of: bytes)
    let last = Self.word(3, of: bytes)
    (repetition, attempts) = (last >> 8, last & 255)
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for place in 0..<4 as Range<UInt32> {
      bytes.append(UInt8(truncatingIfNeeded: word >> (8 * place)))
    }
  }

  private static func word(_ number: Int, of bytes: ArraySlice<UInt8>) -> UInt32 {
    var word: UInt32 = 0
    for place in 0..<4 {
      word |= UInt32(bytes[bytes.startIndex + 4 * number + place]) << (8 * UInt32(place))
    }
    return word
  }

  /// Takes the next token from the pipe; `nil` where there is none.
  static func take(from pipe: Int32) -> WorkerToken? {
    var bytes = [UInt8](repeating: 0, count: size)
    return read(pipe, &bytes, size) == size ? WorkerToken(bytes[...]) : nil
  }
}

/// The pipe that all workers take their work from, in the order in which it is put in: none waits
/// for the process that started them, and none has work that another one could do.
final class WorkerTokens {
  /// What workers read from.
  let source: Int32
  private let end: Int32
  private var waiting: [WorkerToken] = []
  /// How many of those that wait are in the pipe.
  private var next = 0

  /// A pipe takes as much as that at once or nothing (POSIX: `_POSIX_PIPE_BUF`).
  private static let tokensPerWrite = 512 / WorkerToken.size

  init() throws(ScriptError) {
    (source, end) = try WorkerFiles.pipe()
    WorkerFiles.setNonblocking(source)
    WorkerFiles.setNonblocking(end)
  }

  deinit {
    close(source)
    close(end)
  }

  /// The descriptor to poll for room; `nil` if no output waits.
  var sink: Int32? { next < waiting.count ? end : nil }

  /// Adds work behind that which waits.
  func add(_ tokens: [WorkerToken]) {
    waiting.append(contentsOf: tokens)
    fill()
  }

  /// Puts in what there is room for.
  func fill() {
    while next < waiting.count {
      let piece = waiting[next...].prefix(Self.tokensPerWrite)
      var bytes: [UInt8] = []
      for token in piece { token.append(to: &bytes) }
      guard write(end, bytes, bytes.count) == bytes.count else { return }
      next += piece.count
    }
    waiting = []
    next = 0
  }

  /// Takes back what no worker has taken.
  ///
  /// - Returns: How many pieces that were.
  @discardableResult
  func drain() -> Int {
    var count = waiting.count - next
    waiting = []
    next = 0
    while WorkerToken.take(from: source) != nil { count += 1 }
    return count
  }
}
