import Foundation

/// The application of `Tests/RemoteShop`, which listens at an address until this object is
/// released.
final class RemoteShop {
  /// The address for `--app`.
  let place: String
  private let runtime: URL
  private let process = Process()

  /// Starts the application and waits until it listens.
  init() throws {
    runtime = FileManager.default.temporaryDirectory
      .appending(path: "sb-\(UUID().uuidString.prefix(8))")
    place = "unix:\(runtime.path)/signalbox/shop.sock"
    try FileManager.default.createDirectory(
      at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let output = Pipe()
    process.executableURL = URL(filePath: try Self.path())
    process.environment = ["XDG_RUNTIME_DIR": runtime.path]
    process.standardOutput = output
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 1)
  }

  /// Ends the application and waits until it has ended.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: runtime)
  }

  /// The path of the program.
  static func path() throws -> String {
    try Tool.path().deletingLastPathComponent().appending(path: "RemoteShop").path
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "RemoteShop")

  /// The text of one of the application's files.
  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// A folder with the model, and with the application's scenarios or other scenarios.
  static func tool(_ scenarios: String? = nil) throws -> Tool {
    try Tool([
      "shop.lua": try text("shop.lua"),
      "shop.scenario.lua": try scenarios ?? text("shop.scenario.lua"),
    ])
  }
}
