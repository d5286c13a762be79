internal import ArgumentParser
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// Whether others may attach to the session.
struct OfferChoice: ParsableArguments {
  @Flag(
    name: .customLong("offer"),
    help: ArgumentHelp(
      "Let signalbox repl --attach in, on a socket that only you can use; --offer=SOCKET says where "
        + "it is."))
  var isOffered = false

  @Option(name: .customLong("offer-at"), help: .hidden)
  var path: String?

  /// Where the session is offered; `nil` where it is not.
  ///
  /// - Parameter script: Gives the session its name, where no place is named.
  func place(for script: String?) -> SocketPlace? {
    if let path { return SocketPlace(reading: path) }
    return isOffered ? SocketPlace(named: Self.name(of: script)) : nil
  }

  /// `shop` for `flows/shop.lua`.
  static func name(of script: String?) -> String {
    let file = script?.split(separator: "/").last ?? "session"
    return String(file.hasSuffix(".lua") ? file.dropLast(4) : file)
  }

  /// Arguments as the parser takes them: `--offer` may stand without a value, and takes one behind `=`
  /// only, so that a file can follow.
  static func spelledOut(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      argument.hasPrefix("--offer=") ? "--offer-at=\(argument.dropFirst(8))" : argument
    } + arguments[end...]
  }
}

extension SessionServer {
  /// Offers a session of this program.
  ///
  /// - Parameters:
  ///   - script: What clients call it.
  ///   - timeout: The wall-clock time that an input of a client may take; `nil` for the usual one.
  convenience init(
    _ session: ScriptSession, at place: SocketPlace, script: String?, sources: SourceShelf,
    timeout: Duration?
  ) throws(ScriptError) {
    var options = OfferOptions()
    options.name = OfferChoice.name(of: script)
    options.sources = sources
    if let timeout { options.timeout = timeout }
    do throws(AttachError) {
      try self.init(session, at: place.path, options: options)
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }
}
