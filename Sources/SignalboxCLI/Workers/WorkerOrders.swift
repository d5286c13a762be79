internal import SignalboxScenarios
internal import SignalboxScripting

/// What a worker is sent; each is a message.
enum WorkerOrder: UInt8 {
  /// A run begins: its number and what it is about.
  case begin
  /// Files of the run: paths and texts.
  case files
  /// The flows of the run: those that it may be asked to run.
  case flows
  /// Work may go on after a failure.
  case proceed
  /// What is to be done about shared fixtures.
  case fixtures
  /// The values of shared fixtures.
  case values
}

/// The flows and files of a run, as workers are told of them.
struct WorkerSubjects {
  private(set) var files: [String: (index: Int, file: FlowFile)] = [:]
  private var flows: [ObjectIdentifier: Int] = [:]

  /// Adds files.
  ///
  /// - Returns: The message that tells workers of them, and their indices.
  mutating func add(_ new: [FlowFile]) -> (message: [UInt8], indices: [Int]) {
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

  /// Adds the flows of a plan, and the files that are still missing.
  ///
  /// - Returns: The messages that tell workers of them; the place of each flow of the plan among them, and
  ///   `nil` for a flow without a file.
  mutating func add(_ plan: FlowPlan) -> (messages: [[UInt8]], subjects: [Int?]) {
    let missing = Set(plan.flows.map(\.file)).subtracting(files.keys)
    let found = missing.sorted().compactMap { plan.files[$0] }
    let texts = found.isEmpty ? [] : [add(found).message]
    var message = MessageWriter(WorkerOrder.flows.rawValue)
    var subjects: [Int?] = []
    var new: [FlowDescription] = []
    flows = [:]
    for flow in plan.flows {
      guard files[flow.file] != nil else {
        subjects.append(nil)
        continue
      }
      if let known = flows[flow.identity] {
        subjects.append(known)
      } else {
        flows[flow.identity] = new.count
        subjects.append(new.count)
        new.append(flow)
      }
    }
    message.write(new) { writer, flow in
      writer.write(files[flow.file]?.index ?? 0)
      writer.writeSized { $0.write(flow) }
    }
    return (texts + [message.finish()], subjects)
  }
}

/// The flows of a run in a worker, which are read when they are run.
struct WorkerFlows {
  private var entries: [(file: Int, description: ArraySlice<UInt8>)] = []

  init() {}

  init(_ reader: inout MessageReader) throws(MessageReader.Damage) {
    entries = try reader.list { reader throws(MessageReader.Damage) in
      (try reader.count(), try reader.sized())
    }
  }

  /// The flow of a place, and the index of its file.
  func flow(
    at place: Int, of files: [FlowFile]
  ) throws(MessageReader.Damage) -> (flow: FlowDescription, file: FlowFile) {
    guard entries.indices.contains(place), files.indices.contains(entries[place].file) else {
      throw MessageReader.Damage()
    }
    let file = files[entries[place].file]
    var reader = MessageReader(entries[place].description)
    return (try reader.flow(of: file.path), file)
  }
}
