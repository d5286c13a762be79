internal import ArgumentParser

/// The options for attaching to a session in another process.
struct AttachChoice: ParsableArguments {
  @Option(
    name: .customLong("attach"),
    help: ArgumentHelp(
      "Attach to a session in another process, given the session's socket or name, or tcp:PORT.",
      valueName: "socket"), completion: CompletionSource.sessions)
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The file that contains the session's token (default: the file that the listening "
        + "process writes).",
      valueName: "path"),
    completion: .file())
  var tokenFile: String?

  var endpoint: RemoteEndpoint? { socket.flatMap { RemoteEndpoint(reading: $0) } }

  func validate(files: [String], _ listen: ListenOptions) throws {
    guard let socket else {
      if tokenFile != nil { throw ValidationError("--token-file requires --attach.") }
      return
    }
    guard let endpoint, endpoint != .tcp(0) else {
      throw ValidationError(
        "--attach is \(socket), expected tcp:PORT with the port of the session.")
    }
    if !files.isEmpty {
      throw ValidationError("--attach accepts no files, because another process runs the session.")
    }
    if listen.endpoint(for: nil) != nil || listen.isInvalid {
      throw ValidationError("--attach and --listen cannot be combined.")
    }
  }
}
