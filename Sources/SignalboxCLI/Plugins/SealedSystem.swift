internal import SignalboxScripting

/// Denies plugins all access to the system, for commands such as `signalbox lint`, which load
/// plugins in a sandbox.
final class SealedSystem: PluginSystem {
  func read(_ path: String, below folder: String, maxBytes: Int) throws(ScriptError) -> [UInt8] {
    throw Self.sealed("fs.read")
  }

  func list(_ path: String, below folder: String) throws(ScriptError) -> [String] {
    throw Self.sealed("fs.list")
  }

  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError) {
    throw Self.sealed("fs.write")
  }

  func environment(_ name: String) -> String? { nil }

  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess {
    throw Self.sealed("run")
  }

  private static func sealed(_ name: String) -> ScriptError {
    ScriptError(
      .runtime, code: PluginRejection.sealedCode,
      "\(PluginRejection.sealedCode): \(name): the sandbox blocks access to files, "
        + "environment variables and programs")
  }
}

extension PluginConfiguration {
  /// A copy of the configuration in which plugins have all permissions, although every use of a
  /// permission is denied.
  var sealed: PluginConfiguration {
    var configuration = self
    configuration.system = SealedSystem()
    configuration.allowsAll = true
    return configuration
  }
}
