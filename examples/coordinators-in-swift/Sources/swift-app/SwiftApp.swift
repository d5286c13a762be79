import ALCoordinator
import Signalbox
import SignalboxRemote

/// The program `swift-app`, which runs an application of this package for `signalbox test --app`,
/// `repl --app` and `record --app`. The program has no user interface. An application with a user
/// interface runs the same code.
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
