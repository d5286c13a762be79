/// What a file says of one flow, without running it.
public struct FlowDescription: Hashable, Codable, Sendable {
  /// The file as it was named.
  public var file: String
  /// The line where the flow begins, counted from 1.
  public var line: Int
  /// The suites around it, the outermost first.
  public var suites: [String]
  /// What the flow is called.
  public var name: String
  /// What it says of itself, with what its suites say.
  public var options: FlowOptions

  /// A flow of a file.
  public init(
    file: String, line: Int, suites: [String] = [], name: String,
    options: FlowOptions = FlowOptions()
  ) {
    self.file = file
    self.line = line
    self.suites = suites
    self.name = name
    self.options = options
  }

  /// `Checkout › guest buys from a banner`: unique within its file.
  public var title: String { (suites + [name]).joined(separator: " › ") }

  /// `flows/checkout.flow.lua::Checkout › guest buys from a banner`: unique in a run.
  public var id: String { "\(file)::\(title)" }

  /// `flows/checkout.flow.lua:13`.
  public var place: String { "\(file):\(line)" }
}

/// What can stand beside a flow's function, or a suite's flows.
public struct FlowOptions: Hashable, Codable, Sendable {
  /// Words to select by, those of suites first.
  public var tags: [String] = []
  /// The wall-clock time that it may take; `nil` is what the run says.
  public var timeout: Duration?
  /// How often it is tried again when it fails; `nil` is what the run says.
  public var retries: Int?
  /// Whether, in a run of everything, only this and others like it are run.
  public var isOnly = false
  /// Why it is not run; empty for no reason given.
  public var skip: String?
  /// What has to be done before it can be run.
  public var todo: String?
  /// Why it is known to fail.
  public var fails: String?
  /// Named texts for reports.
  public var properties: [String: String] = [:]
  /// Addresses of reports that it is about.
  public var bugs: [String] = []

  /// Nothing said.
  public init() {}

  /// These on top of what the suite around says.
  func within(_ outer: FlowOptions) -> FlowOptions {
    var result = self
    result.tags = outer.tags + tags.filter { !outer.tags.contains($0) }
    result.timeout = timeout ?? outer.timeout
    result.retries = retries ?? outer.retries
    result.isOnly = isOnly || outer.isOnly
    result.skip = skip ?? outer.skip
    result.todo = todo ?? outer.todo
    result.fails = fails ?? outer.fails
    result.properties = outer.properties.merging(properties) { $1 }
    result.bugs = outer.bugs + bugs.filter { !outer.bugs.contains($0) }
    return result
  }
}
