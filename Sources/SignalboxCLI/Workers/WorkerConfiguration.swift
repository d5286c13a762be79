internal import SignalboxScenarios
internal import SignalboxScripting

/// What a worker has to know to run flows as this process would.
struct WorkerConfiguration {
  var settings: FlowSettings
  var memory: Int?
  var project: Project
  /// Whether it is asked what flows cover.
  var hasCoverage: Bool
  var hasTraces: Bool
  /// Whether it reports the files that flows use.
  var notesUses: Bool
  /// Whether it begins nothing after a flow that failed before it is allowed to: enough may have
  /// failed.
  var waitsAfterFailure: Bool

  /// - Parameter factory: What makes runners in this process.
  init(_ factory: RunnerFactory, waitsAfterFailure: Bool) {
    settings = factory.settings
    memory = factory.memory
    project = factory.project
    hasCoverage = factory.settings.coverage != nil
    hasTraces = factory.traces != nil
    notesUses = factory.uses != nil
    self.waitsAfterFailure = waitsAfterFailure
  }
}

extension MessageWriter {
  mutating func write(_ configuration: WorkerConfiguration) {
    let settings = configuration.settings
    write(settings.timeout)
    write(settings.maximumTimeout) { $0.write($1) }
    write(settings.retries)
    write(settings.frames.rawValue)
    write(settings.keepsSteps)
    write(settings.maximumSteps) { $0.write($1) }
    write(settings.trace.rawValue)
    write(settings.randomSeed.map { Int(bitPattern: UInt($0)) }) { $0.write($1) }
    write(settings.showsOutput)
    write(settings.parameters.sorted { $0.key < $1.key }) { writer, parameter in
      writer.write(parameter.key)
      writer.write(parameter.value)
    }
    write(configuration.memory) { $0.write($1) }
    write(configuration.project)
    write(configuration.hasCoverage)
    write(configuration.hasTraces)
    write(configuration.notesUses)
    write(configuration.waitsAfterFailure)
  }

  private mutating func write(_ project: Project) {
    write(project.folder)
    write(project.path) { $0.write($1) }
    write(project.text)
    write(project.names) { $0.write($1) }
    write(project.grants) { $0.write($1) }
    write(project.trust.given) { $0.write($1) }
  }

  private mutating func write(_ grant: PluginGrant) {
    write(grant.plugin) { $0.write($1) }
    write(grant.capability.description)
  }
}

extension MessageReader {
  mutating func configuration() throws(Damage) -> WorkerConfiguration {
    var settings = FlowSettings()
    settings.timeout = try duration()
    settings.maximumTimeout = try optional { reader throws(Damage) in try reader.duration() }
    settings.retries = try number()
    settings.frames = try known(FramePolicy.init)
    settings.keepsSteps = try flag()
    settings.maximumSteps = try optional { reader throws(Damage) in try reader.number() }
    settings.trace = try known(TracePolicy.init)
    let seed = try optional { reader throws(Damage) in try reader.number() }
    settings.randomSeed = seed.map { UInt64(UInt(bitPattern: $0)) }
    settings.showsOutput = try flag()
    let parameters = try list { reader throws(Damage) in (try reader.text(), try reader.text()) }
    settings.parameters = Dictionary(parameters) { $1 }
    let memory = try optional { reader throws(Damage) in try reader.number() }
    var configuration = WorkerConfiguration(
      RunnerFactory(
        settings: settings, memory: memory, sources: SourceShelf(), project: try project()),
      waitsAfterFailure: false)
    configuration.hasCoverage = try flag()
    configuration.hasTraces = try flag()
    configuration.notesUses = try flag()
    configuration.waitsAfterFailure = try flag()
    return configuration
  }

  private mutating func known<Value>(_ make: (String) -> Value?) throws(Damage) -> Value {
    guard let value = make(try text()) else { throw Damage() }
    return value
  }

  private mutating func grant() throws(Damage) -> PluginGrant {
    let plugin = try optional { reader throws(Damage) in try reader.text() }
    return PluginGrant(try known(Capability.init), to: plugin)
  }

  private mutating func project() throws(Damage) -> Project {
    let folder = try text()
    let path = try optional { reader throws(Damage) in try reader.text() }
    let content = try text()
    let names = try list { reader throws(Damage) in try reader.text() }
    let grants = try list { reader throws(Damage) in try reader.grant() }
    let trusted = try list { reader throws(Damage) in try reader.grant() }
    do throws(ScriptError) {
      return try Project(
        folder: folder, path: path, text: content, names: names, grants: grants, trusted: trusted)
    } catch {
      throw Damage()
    }
  }
}
