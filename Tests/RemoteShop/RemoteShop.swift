import Signalbox
import SignalboxRemote

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A shop in typed Swift, in a separate process. Its first argument is a fault, which is a
/// difference from its Lua model or a way to fail.
@main
struct RemoteShop {
  @MainActor
  static func main() async throws {
    if Fault.current == .exits { Fault.exit() }
    let engine = NavigationEngine()
    try launchShop(in: engine)
    if Fault.current == .lies {
      let liar = try Liar(engine)
      return try await wait(retaining: liar)
    }
    let remote = try RemoteHost(engine, name: "shop")
    // A test that has started the process waits for this line.
    let line = "listening\n"
    _ = write(STDOUT_FILENO, line, line.utf8.count)
    try await wait(retaining: remote)
  }

  /// Runs until the process is ended.
  @MainActor
  private static func wait(retaining object: AnyObject) async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
