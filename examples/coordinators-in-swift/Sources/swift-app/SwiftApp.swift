import ALCoordinator
import Signalbox
import SignalboxRemote

/// `swift-app`: an application of this package in a separate process, for `signalbox test --app`,
/// `repl --app` and `record --app`. It has no interface; an application with one runs the same
/// code.
@main
struct SwiftApp {
  @MainActor
  static func main() async throws {
    let engine = NavigationEngine()
    try ALCoordinatorApp.register(in: engine)
    engine.launch("Main")
    let remote = try RemoteHost(engine, name: "swift-app")
    // Runs until the process is ended.
    while remote.isListening { try await Task.sleep(for: .seconds(3600)) }
  }
}
