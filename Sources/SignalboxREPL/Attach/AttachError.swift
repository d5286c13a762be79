/// Why a session cannot be offered, or attached to.
public struct AttachError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable words for it.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path has more bytes than an address of a socket.
    case pathTooLong
    /// Another host is offered there, and it runs.
    case hostIsLive
    /// What is there is no socket.
    case notASocket
    /// The folder or the socket belongs to others, or others could change it.
    case notPrivate
    /// Nobody listens there.
    case noHost
    /// The host is there and does not answer: it is stopped, or its machine is overloaded.
    case notResponding
    /// Another process keeps the folder locked.
    case locked
    /// The host did not let the client in.
    case notAdmitted
    /// The system rejected.
    case system
  }

  /// What sort of failure it was.
  public let code: Code
  /// One sentence.
  public let message: String
  /// What to do, where that is known.
  public let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The sentence, and what to do.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
