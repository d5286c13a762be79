internal import ArgumentParser
internal import SignalboxInspector

/// The options for applications in other processes.
struct AppTarget: ParsableArguments {
  @Option(
    name: .customLong("app"),
    help: ArgumentHelp(
      "Use an application in another process, given the command that starts it or the address of a "
        + "running application, unix:PATH or tcp:PORT.", valueName: "command"))
  var text: String?

  @Option(
    name: .customLong("app-token-file"),
    help: ArgumentHelp(
      "The file that contains the application's token, if --app is an address (default: the file "
        + "that the application writes).",
      valueName: "file"), completion: .file())
  var tokenFile: String?

  /// The application, or `nil` if the option is not used.
  var choice: AppChoice? {
    text.map { AppChoice(text: $0, tokenFile: tokenFile, isCompared: false) }
  }

  func validate() throws {
    guard let text, let choice else {
      if tokenFile != nil { throw ValidationError("--app-token-file requires --app.") }
      return
    }
    if text.allSatisfy(\.isWhitespace) {
      throw ValidationError("--app is empty, expected a command, unix:PATH or tcp:PORT.")
    }
    if choice.isShared, choice.endpoint == nil {
      throw ValidationError(
        "--app is \(text), expected unix: and a path, or tcp: and a port from 1 to 65535; reach "
          + "another machine through a tunnel.")
    }
    if tokenFile != nil, !choice.isShared {
      throw ValidationError(
        "--app-token-file is for unix:PATH and tcp:PORT; --app is the command \(text).")
    }
  }
}

/// The option that compares an application in another process with its model.
struct ComparisonOptions: ParsableArguments {
  @Flag(
    name: .customLong("compare"),
    help: ArgumentHelp(
      "Also run each step on the model in Lua, and fail at the first step where the "
        + "application and the model differ."))
  var isCompared = false
}

/// The options of `signalbox test` for applications in other processes.
struct AppOptions {
  let target: AppTarget
  let isCompared: Bool

  /// The application, or `nil` if scenarios run on their own engine.
  var choice: AppChoice? {
    target.choice.map {
      AppChoice(text: $0.text, tokenFile: $0.tokenFile, isCompared: isCompared)
    }
  }

  /// The options as parts of a shell command.
  var words: [String] { choice?.words ?? [] }

  func validate() throws {
    if isCompared, target.text == nil { throw ValidationError("--compare requires --app.") }
  }
}

/// The application that `--app` specifies.
struct AppChoice: Codable, Hashable, Sendable {
  /// The command or address that the option contains.
  let text: String
  let tokenFile: String?
  /// Whether each step is also performed on the model.
  let isCompared: Bool

  /// Whether the option contains the address of a running application, which all scenarios share.
  var isShared: Bool { text.hasPrefix("unix:") || text.hasPrefix("tcp:") }

  /// The options as parts of a shell command.
  var words: [String] {
    ["--app \(ShellWord.quoted(text))"]
      + (tokenFile.map { ["--app-token-file \(ShellWord.quoted($0))"] } ?? [])
      + (isCompared ? ["--compare"] : [])
  }

  /// The address, or `nil` if the option contains a command or an invalid address.
  var endpoint: RemoteEndpoint? {
    guard isShared else { return nil }
    if text.hasPrefix("unix:") {
      return text.count > 5 ? RemoteEndpoint(reading: String(text.dropFirst(5))) : nil
    }
    guard let endpoint = RemoteEndpoint(reading: text), endpoint != .tcp(0) else { return nil }
    return endpoint
  }
}
