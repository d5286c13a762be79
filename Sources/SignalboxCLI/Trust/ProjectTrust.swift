internal import SignalboxFiles
internal import SignalboxScripting

/// Which permissions of a project the user has trusted.
struct ProjectTrust: Sendable {
  /// What the configuration file grants.
  let asked: [PluginPermission]
  /// Those of it that the user trusts.
  let given: [PluginPermission]

  /// The permissions in the configuration file that are not trusted.
  var missing: [PluginPermission] { asked.filter { !given.contains($0) } }

  /// That of a project without grants.
  init() {
    asked = []
    given = []
  }

  /// What another process has found.
  init(asked: [PluginPermission], given: [PluginPermission]) {
    self.asked = asked
    self.given = given
  }

  /// - Parameters:
  ///   - folder: The folder of the configuration file.
  ///   - isTrusted: Whether the command line trusts it for this run.
  /// - Throws: where the file of trusted folders, or `SIGNALBOX_TRUST`, cannot be read.
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
        "SIGNALBOX_TRUST is \"\(other)\", expected 1 to trust the project of this run, or 0")
    }
  }
}
