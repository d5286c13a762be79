internal import SignalboxFiles
internal import SignalboxScripting

/// What of a project's own grants the user has confirmed.
struct ProjectTrust: Sendable {
  /// What the configuration file grants.
  let asked: [PluginGrant]
  /// Those of it that the user trusts.
  let given: [PluginGrant]

  /// What the configuration file grants and nobody has confirmed.
  var missing: [PluginGrant] { asked.filter { !given.contains($0) } }

  /// That of a project without grants.
  init() {
    asked = []
    given = []
  }

  /// What another process has found.
  init(asked: [PluginGrant], given: [PluginGrant]) {
    self.asked = asked
    self.given = given
  }

  /// - Parameters:
  ///   - folder: The folder of the configuration file.
  ///   - isTrusted: Whether the command line trusts it for this run.
  /// - Throws: where the file of trusted folders, or `SIGNALBOX_TRUST`, cannot be read.
  init(
    _ asked: [PluginGrant], in folder: String, isTrusted: Bool
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
    let trusted = try TrustFile(path).grants[real] ?? []
    given = asked.filter { grant in
      trusted.contains { trusted in
        grant.plugin.map { trusted.covers(grant.capability, of: $0) } ?? (trusted == grant)
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
