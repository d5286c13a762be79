import Foundation
import Signalbox
import SignalboxRemote
import SignalboxUI
import SignalboxWeb

/// `web-app`: a café as a web page. The program prints the address of the page, and listens for
/// `signalbox test --app`, `repl --app` and `record --app`.
@main
struct WebApp {
  @MainActor
  static func main() async throws {
    let engine = NavigationEngine()
    engine.addHooks(EngineHooks(onHandlerFailure: { say("web-app: \($0)") }))
    try Cafe.register(in: engine)
    try engine.launch(Home.self)
    let interface = try WebInterface(engine, name: "Café")
    let remote = try RemoteHost(engine, name: "web-app")
    say("open \(interface.makeAddress())")
    // Runs until the process is ended.
    while remote.isListening || interface.port > 0 { try await Task.sleep(for: .seconds(3600)) }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
