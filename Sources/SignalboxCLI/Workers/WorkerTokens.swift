internal import SignalboxScripting
internal import SystemLibrary

/// A token of a work item. The first idle worker takes the token.
struct WorkerToken: Hashable {
  enum Kind: UInt32, CaseIterable {
    /// The worker loads the plugins and reports rejected plugins.
    case plugins
    /// The worker loads a file and reports its scenarios.
    case file
    case scenario
    /// The worker sets up or tears down a shared resource.
    case resource
    /// The worker runs a scenario again to record it, because the scenario's process was lost
    /// (decision 0204).
    case recording

    /// The kind of job that created the item.
    var job: Kind { self == .recording ? .scenario : self }
  }

  var kind: Kind
  /// The number of the run. Workers use the number to identify the configuration.
  var iteration: UInt32
  /// The index of the file or resource task, or of the scenario in the order of the run.
  var index: UInt32
  /// The index of the scenario in the list that workers have received, or the number of the list of
  /// resource tasks.
  var subject: UInt32
  /// The repetition of the scenario, below 2^24.
  var repetition: UInt32
  /// The number of failed attempts, below 256.
  var attempts: UInt32

  /// The size of a token in bytes. A read returns either a complete token or nothing, because
  /// tokens are written as a whole.
  static let size = 16
  private static let kindBits: UInt32 = 3

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  func append(to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + Self.size)
    Self.append(iteration << Self.kindBits | kind.rawValue, to: &bytes)
    Self.append(index, to: &bytes)
    Self.append(subject, to: &bytes)
    Self.append(repetition << 8 | attempts, to: &bytes)
  }

  init(_ kind: Kind, iteration: UInt32, index: Int, subject: Int = 0, repetition: Int = 0) {
    self.kind = kind
    self.iteration = iteration
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
    iteration = first >> Self.kindBits
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

  /// Reads and returns the next token from the pipe, or returns `nil` if there is none.
  static func take(from pipe: Int32) -> WorkerToken? {
    var bytes = [UInt8](repeating: 0, count: size)
    return read(pipe, &bytes, size) == size ? WorkerToken(bytes[...]) : nil
  }
}

/// A shared pipe from which all workers take work items in order. No worker waits for the parent
/// process or reserves work that another worker could do.
final class WorkerTokens {
  /// The read end of the pipe.
  let source: Int32
  private let end: Int32
  private var waiting: [WorkerToken] = []
  /// The number of waiting tokens that have been written to the pipe.
  private var next = 0

  /// The maximum number of tokens that a pipe accepts either completely or not at all (POSIX:
  /// `_POSIX_PIPE_BUF`).
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

  /// The descriptor to poll for room in the pipe, or `nil` if no tokens are waiting to be written.
  var sink: Int32? { next < waiting.count ? end : nil }

  /// Whether workers have taken all tokens.
  var isEmpty: Bool {
    var file = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
    return next == waiting.count && poll(&file, 1, 0) == 0
  }

  /// Appends tokens to the waiting tokens.
  func add(_ tokens: [WorkerToken]) {
    waiting.append(contentsOf: tokens)
    fill()
  }

  /// Writes as many tokens as the pipe accepts.
  func fill() {
    while next < waiting.count {
      let chunk = waiting[next...].prefix(Self.tokensPerWrite)
      var bytes: [UInt8] = []
      for token in chunk { token.append(to: &bytes) }
      guard write(end, bytes, bytes.count) == bytes.count else { return }
      next += chunk.count
    }
    waiting = []
    next = 0
  }

  /// Removes the tokens that no worker has taken.
  ///
  /// - Returns: The number of removed tokens.
  @discardableResult
  func drain() -> Int {
    var count = waiting.count - next
    waiting = []
    next = 0
    while WorkerToken.take(from: source) != nil { count += 1 }
    return count
  }
}
