internal import Signalbox

/// The arguments of the `attach` request.
package struct DebugAttach: Sendable {
  /// The name, the socket or the port of the session, such as `shop`, `./shop.sock` or `tcp:49213`.
  package let session: String
  /// The file that contains the session's token, or `nil` for the file that the host writes.
  package let tokenFile: String?
  /// The folder to which relative paths refer, or `nil` for the current folder.
  package let folder: String?

  init(_ arguments: DebugArguments) throws(DebugFailure) {
    try arguments.check(of: "attach", ["session", "tokenFile", "cwd"])
    guard let session = try arguments.text("session"), !session.isEmpty else {
      throw DebugFailure(
        "session is missing, expected a socket, its name, or tcp:PORT, as signalbox repl --listen "
          + "prints it")
    }
    self.session = session
    tokenFile = try arguments.text("tokenFile")
    folder = try arguments.folder
  }
}
