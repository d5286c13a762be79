internal import SignalboxScenarios
internal import SignalboxScripting

/// The kinds of orders that a worker receives. Each order is one message.
enum WorkerOrder: UInt8 {
  /// A run begins. The message contains its number and its configuration.
  case begin
  /// The message contains files of the run, with their paths and sources.
  case files
  /// The message contains scenarios of the run that the worker might execute.
  case scenarios
  /// The worker may continue after a failure.
  case proceed
  /// The message contains tasks for shared resources.
  case resources
  /// The message contains the values of shared resources.
  case values
}

/// The scenarios and files of a run, in the format that is sent to workers.
struct WorkerSubjects {
  private(set) var files: [String: (index: Int, file: ScenarioFile)] = [:]
  private var scenarios: [ObjectIdentifier: Int] = [:]

  /// Adds files.
  ///
  /// - Returns: The message for workers, and the indices of the files.
  mutating func add(_ new: [ScenarioFile]) -> (message: [UInt8], indices: [Int]) {
    var indices: [Int] = []
    var message = MessageWriter(WorkerOrder.files.rawValue)
    message.write(new) { writer, file in
      indices.append(files.count)
      files[file.path] = (files.count, file)
      writer.write(file.path)
      writer.write(file.source)
    }
    return (message.finish(), indices)
  }

  /// Adds the scenarios of a plan, and their files unless they were already added.
  ///
  /// - Returns: The messages for workers and, for each scenario of the plan, its index in the
  ///   messages, or `nil` if the scenario has no file.
  mutating func add(_ plan: RunPlan) -> (messages: [[UInt8]], subjects: [Int?]) {
    let missing = Set(plan.scenarios.map(\.file)).subtracting(files.keys)
    let found = missing.sorted().compactMap { plan.files[$0] }
    let texts = found.isEmpty ? [] : [add(found).message]
    var message = MessageWriter(WorkerOrder.scenarios.rawValue)
    var subjects: [Int?] = []
    var new: [ScenarioDescription] = []
    scenarios = [:]
    for scenario in plan.scenarios {
      guard files[scenario.file] != nil else {
        subjects.append(nil)
        continue
      }
      if let known = scenarios[scenario.identity] {
        subjects.append(known)
      } else {
        scenarios[scenario.identity] = new.count
        subjects.append(new.count)
        new.append(scenario)
      }
    }
    message.write(new) { writer, scenario in
      writer.write(files[scenario.file]?.index ?? 0)
      writer.writeSized { $0.write(scenario) }
    }
    return (texts + [message.finish()], subjects)
  }
}

/// The scenarios in a run, as a worker stores them. Each scenario is decoded when it is run.
struct WorkerScenarios {
  private var entries: [(file: Int, description: ArraySlice<UInt8>)] = []

  init() {}

  init(_ reader: inout MessageReader) throws(MessageReader.Damage) {
    entries = try reader.list { reader throws(MessageReader.Damage) in
      (try reader.count(), try reader.sized())
    }
  }

  /// Returns the scenario at an index, and its file.
  func scenario(
    at place: Int, of files: [ScenarioFile]
  ) throws(MessageReader.Damage) -> (scenario: ScenarioDescription, file: ScenarioFile) {
    guard entries.indices.contains(place), files.indices.contains(entries[place].file) else {
      throw MessageReader.Damage()
    }
    let file = files[entries[place].file]
    var reader = MessageReader(entries[place].description)
    return (try reader.scenario(of: file.path), file)
  }
}
