internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxTransports

/// The options for sharing the session with other processes.
struct ListenOptions: ParsableArguments {
  @Flag(
    name: .customLong("listen"),
    help: ArgumentHelp(
      "Accept connections from signalbox repl --attach on a socket that only you can use; "
        + "--listen=SOCKET sets the path of the socket, and --listen=tcp or --listen=tcp:PORT "
        + "listens on a port of this machine."))
  var isListening = false

  @Option(name: .customLong("listen-at"), help: .hidden)
  var path: String?

  /// Returns the location of the remote session, or `nil` if the session is not shared.
  ///
  /// - Parameter script: The script whose name the session uses if no path is given.
  func endpoint(for script: String?) -> RemoteEndpoint? {
    if let path { return RemoteEndpoint(reading: path) }
    return isListening ? .unix(SocketAddress(named: Self.name(of: script))) : nil
  }

  /// Whether the path is `tcp:` without a valid port.
  var isInvalid: Bool { path.map { RemoteEndpoint(reading: $0) == nil } ?? false }

  func validate() throws {
    guard isInvalid, let path else { return }
    throw ValidationError("--listen is \(path), expected tcp:PORT with a port from 0 to 65535.")
  }

  /// Rejects a socket path that was passed as a script, as in `--listen ./s`.
  func validate(files: [String]) throws {
    guard isListening, let first = files.first, !first.hasSuffix(".lua"),
      !FilePath.exists(first) || FilePath.isSocket(first)
    else { return }
    throw ValidationError(
      "There is no script \(first); to listen at this address, write --listen=\(first).")
  }

  /// Returns the session name for a script, such as `shop` for `scenarios/shop.lua`.
  static func name(of script: String?) -> String {
    let file = script?.split(separator: "/").last ?? "session"
    return String(file.hasSuffix(".lua") ? file.dropLast(4) : file)
  }

  /// Returns arguments in the form that the parser expects. `--listen` may be used without a value,
  /// and accepts a value only after `=`, so that a file can follow the option.
  static func spelledOut(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      argument.hasPrefix("--listen=") ? "--listen-at=\(argument.dropFirst(9))" : argument
    } + arguments[end...]
  }
}
