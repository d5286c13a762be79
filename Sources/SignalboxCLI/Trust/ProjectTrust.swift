internal import SignalboxFiles
internal import SignalboxScripting

/// The permissions in a project's configuration file, and whether the user has trusted them.
struct ProjectTrust: Sendable {
  /// The permissions that the configuration file requests.
  let asked: [PluginPermission]
  /// The requested permissions that are trusted.
  let given: [PluginPermission]

  /// The requested permissions that are not trusted.
  var missing: [PluginPermission] { asked.filter { !given.contains($0) } }

  /// Creates an instance for a project that requests no permissions.
  init() {
    asked = []
    given = []
  }

  /// Creates an instance with the trusted permissions that another process has determined.
  init(asked: [PluginPermission], given: [PluginPermission]) {
    self.asked = asked
    self.given = given
  }

  /// - Parameters:
  ///   - folder: The folder of the configuration file.
  ///   - isTrusted: Whether an option trusts the project for this run.
  /// - Throws: An error if the file that lists the trusted folders is invalid, or if
  ///   `SIGNALBOX_TRUST` is.
  init(
    _ asked: [PluginPermission], in folder: String, isTrusted: Bool
  ) throws(ScriptError) {
    self.asked = asked
    guard !asked.isEmpty else {
      given = []
      return
    }
    let isEnvironments = try Self.isTrustedByEnvironment()
    if isTrusted || isEnvironments {
      given = asked
      return
    }
    guard let path = TrustFile.standardPath(RunSelection.variable),
      let real = FilePath.resolved(folder)
    else {
      given = []
      return
    }
    let trusted = try TrustFile(path).permissions[real] ?? []
    given = asked.filter { permission in
      trusted.contains { trusted in
        permission.plugin.map { trusted.covers(permission.permission, of: $0) }
          ?? (trusted == permission)
      }
    }
  }

  private static func isTrustedByEnvironment() throws(ScriptError) -> Bool {
    switch RunSelection.variable("SIGNALBOX_TRUST") {
    case nil, "", "0", "false": return false
    case "1", "true": return true
    case let other?:
      throw ScriptError(
        .module,
        "SIGNALBOX_TRUST is \"\(other)\"; expected 1 to trust the project for this run, or 0")
    }
  }
}
