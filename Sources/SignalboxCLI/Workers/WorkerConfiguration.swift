internal import SignalboxScenarios
internal import SignalboxScripting

/// The data that a worker needs to run scenarios in the same way as this process.
struct WorkerConfiguration: Codable {
  var settings: RunSettings
  /// The seed for the run's random numbers, as a string because the seed may not fit in an integer.
  private var seed: String?
  var memory: Int?
  var project: Project
  /// The application that scenarios control, if any.
  var app: AppChoice?
  /// Whether the worker reports coverage.
  var hasCoverage: Bool
  var hasTraces: Bool
  /// Whether the worker reports the files that scenarios use.
  var notesUses: Bool
  /// Whether the worker waits for permission to continue after a failed scenario, because the
  /// maximum number of failures may have been reached.
  var waitsAfterFailure: Bool

  /// - Parameter factory: The factory that creates the runners in this process.
  init(_ factory: RunnerFactory, waitsAfterFailure: Bool) {
    settings = factory.settings
    seed = settings.randomSeed.map(String.init)
    memory = factory.memory
    project = factory.project
    app = factory.app
    hasCoverage = factory.settings.coverage != nil
    // All scenarios are recorded, because the parent process searches the recordings for the values
    // to remove.
    let hasRedaction = factory.settings.redaction != nil
    if hasRedaction { settings.trace = .on }
    hasTraces = factory.traces != nil || hasRedaction
    notesUses = factory.uses != nil
    self.waitsAfterFailure = waitsAfterFailure
  }

  /// The settings, including the seed.
  var wholeSettings: RunSettings {
    var settings = settings
    settings.randomSeed = seed.flatMap { UInt64($0) }
    return settings
  }
}

extension Project: Codable {
  /// The values from which a worker creates the project again.
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
