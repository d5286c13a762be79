internal import SignalboxScenarios
internal import SignalboxScripting

/// What a worker has to know to run scenarios as this process would.
struct WorkerConfiguration: Codable {
  var settings: RunSettings
  /// The seed of the run's random numbers; as text, since it may be larger than an integer.
  private var seed: String?
  var memory: Int?
  var project: Project
  /// Whether it is asked what scenarios cover.
  var hasCoverage: Bool
  var hasTraces: Bool
  /// Whether it reports the files that scenarios use.
  var notesUses: Bool
  /// Whether it begins nothing after a scenario that failed before it is allowed to: enough may have
  /// failed.
  var waitsAfterFailure: Bool

  /// - Parameter factory: What makes runners in this process.
  init(_ factory: RunnerFactory, waitsAfterFailure: Bool) {
    settings = factory.settings
    seed = settings.randomSeed.map(String.init)
    memory = factory.memory
    project = factory.project
    hasCoverage = factory.settings.coverage != nil
    hasTraces = factory.traces != nil
    notesUses = factory.uses != nil
    self.waitsAfterFailure = waitsAfterFailure
  }

  /// The settings with what they are not coded with.
  var wholeSettings: RunSettings {
    var settings = settings
    settings.randomSeed = seed.flatMap { UInt64($0) }
    return settings
  }
}

extension Project: Codable {
  /// What it was made of.
  private struct Parts: Codable {
    let folder: String
    let path: String?
    let text: String
    let names, permissions, trusted: [String]
  }

  init(from decoder: any Decoder) throws {
    let parts = try Parts(from: decoder)
    try self.init(
      folder: parts.folder, path: parts.path, text: parts.text, names: parts.names,
      permissions: parts.permissions.compactMap(PluginPermission.init),
      trusted: parts.trusted.compactMap(PluginPermission.init))
  }

  func encode(to encoder: any Encoder) throws {
    let parts = Parts(
      folder: folder, path: path, text: text, names: names,
      permissions: permissions.map(\.description),
      trusted: trust.given.map(\.description))
    try parts.encode(to: encoder)
  }
}
