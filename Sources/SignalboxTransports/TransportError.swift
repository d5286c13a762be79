/// The reason why a server cannot listen or a client cannot connect.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable codes of transport errors.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path is longer than a socket address allows.
    case pathTooLong
    /// The socket is in use by another running host.
    case hostIsLive
    /// The path exists but is not a socket.
    case notASocket
    /// The folder, a link to it or the socket belongs to another user, or another user can change
    /// the folder.
    case notPrivate
    /// No host is listening on the socket or port.
    case noHost
    /// Another process has locked the folder.
    case locked
    /// The token file contains no token.
    case noToken
    /// The token that a host has chosen is empty, is too long or contains white space.
    case badToken
    /// A system call failed.
    case system
  }

  /// The stable code of the error.
  public let code: Code
  /// A one-sentence description of the error.
  public let message: String
  /// A suggested fix, or `nil` if none is known.
  public let hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, followed by the hint if there is one.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
