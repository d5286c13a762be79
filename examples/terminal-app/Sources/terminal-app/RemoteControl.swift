internal import Foundation
internal import SignalboxREPL
internal import SignalboxScripting
internal import SignalboxTransports
internal import TerminalStage

/// Lets `signalbox test --app`, `record --app` and `repl --attach` use the running application.
final class RemoteControl {
  /// The socket at which `signalbox test --app` expects an application that it has started.
  private static let variable = "SIGNALBOX_REMOTE"

  private let server: SessionServer
  /// Whether the application ends with its only client.
  private let isStarted: Bool
  private var hadClient = false

  /// Listens if the tool has started the program or if a path is given, and otherwise returns
  /// `nil`.
  ///
  /// - Throws: An error if the socket cannot be opened.
  init?(_ session: ScriptSession, at path: String?) throws {
    let wanted = ProcessInfo.processInfo.environment[Self.variable]
    guard let place = wanted ?? path else { return nil }
    isStarted = wanted != nil
    var options = RemoteSessionOptions()
    options.name = "terminal-app"
    server = try SessionServer(session, at: [.unix(place)], options: options)
  }

  deinit { server.close() }

  /// A descriptor that is readable when a request of a client has arrived.
  var descriptor: Int32 { server.descriptor }

  /// Performs the requests of clients.
  func serve() {
    server.serve()
    hadClient = hadClient || !server.clients.isEmpty
  }

  /// Performs the requests of the tool without a terminal. Animations end immediately.
  func run(_ player: Player) {
    while !player.hasQuit, !(isStarted && hadClient && server.clients.isEmpty) {
      server.serve(waiting: .milliseconds(250))
      player.settle()
      // A client may be waiting for the end of an animation.
      serve()
    }
  }
}
