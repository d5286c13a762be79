internal import ArgumentParser
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The options for sharing the session.
struct ListenOptions: ParsableArguments {
  @Flag(
    name: .customLong("listen"),
    help: ArgumentHelp(
      "Accept signalbox repl --attach on a socket that only you can use; --listen=SOCKET sets its "
        + "path."))
  var isListening = false

  @Option(name: .customLong("listen-at"), help: .hidden)
  var path: String?

  /// Returns the path of the socket; `nil` if the session is not shared.
  ///
  /// - Parameter script: The script that names the session, if no path is given.
  func place(for script: String?) -> SocketAddress? {
    if let path { return SocketAddress(reading: path) }
    return isListening ? SocketAddress(named: Self.name(of: script)) : nil
  }

  /// Returns `shop` for `scenarios/shop.lua`.
  static func name(of script: String?) -> String {
    let file = script?.split(separator: "/").last ?? "session"
    return String(file.hasSuffix(".lua") ? file.dropLast(4) : file)
  }

  /// Returns arguments in the form of the parser: `--listen` may have no value, and takes one only
  /// after `=`, so that a file can follow.
  static func spelledOut(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      argument.hasPrefix("--listen=") ? "--listen-at=\(argument.dropFirst(9))" : argument
    } + arguments[end...]
  }
}

extension SessionServer {
  /// Shares a session of this program.
  ///
  /// - Parameters:
  ///   - script: The name for clients.
  ///   - timeout: The wall-clock time limit of an input of a client; `nil` for the default.
  convenience init(
    _ session: ScriptSession, at place: SocketAddress, script: String?, sources: SourceCache,
    timeout: Duration?
  ) throws(ScriptError) {
    var options = RemoteSessionOptions()
    options.name = ListenOptions.name(of: script)
    options.sources = sources
    if let timeout { options.timeout = timeout }
    do throws(AttachError) {
      try self.init(session, at: place.path, options: options)
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }
}
