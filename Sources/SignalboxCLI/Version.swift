internal import SignalboxScripting

/// The version, platform and origin of this program.
enum Version {
  /// The version in the newest entry of the changelog.
  static let sources = "0.1.0"

  /// The version of this build.
  static var number: String { Build.version ?? sources }

  /// The owner and the name of the repository that contains the releases.
  static var repository: String { Build.repository ?? "\(unknownOwner)/signalbox" }

  /// The placeholder for the owner in builds without a repository.
  static let unknownOwner = "OWNER"

  /// The greeting above the first prompt, such as `signalbox 0.1.0 · Lua 5.4.4`.
  static var greeting: String { "signalbox \(number) · \(ScriptSession.luaRelease)" }

  /// The output of `--version`.
  static var text: String {
    """
    signalbox \(number)
    commit: \(Build.commit ?? "unknown")
    Lua: \(ScriptSession.luaRelease.dropFirst("Lua ".count))
    platform: \(platform)
    """
  }

  /// The platform, spelled as in the names of releases.
  static var platform: String { "\(system)-\(architecture)" }

  private static var system: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "unknown"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown"
    #endif
  }
}
