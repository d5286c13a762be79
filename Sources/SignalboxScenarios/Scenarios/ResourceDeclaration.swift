internal import Signalbox
internal import SignalboxScripting

/// A declared resource, such as `resource "server" { scope = "file", setup = function(app) … end,
/// teardown = function(value) … end }`.
final class ResourceDeclaration {
  /// The contents of the declaration's table.
  private struct Table {
    /// The scope, or `nil` for a resource that each scenario sets up itself.
    var scope: SharedResource.Scope?
    var setup: ScriptFunction?
    var teardown: ScriptFunction?
  }

  let name: String
  let location: ScriptLocation?
  private var table = Table()
  /// The value of the resource, or `nil` unless the running scenario has set up the resource
  /// itself.
  private var own: ScriptValue?

  private static let scopes = ["scenario"] + SharedResource.Scope.allCases.map(\.rawValue)
  private static let schema = ValueSchema<Table>(
    "ResourceTable", "The keys of `resource`.",
    [
      .init(
        "scope", "\"scenario\"|\"file\"|\"run\"?",
        "the lifetime of a value (default `\"scenario\"`)"
      ) { field, table throws(TableMistake) in
        guard let scope = field.value.text, scopes.contains(scope) else {
          let near = field.value.text.flatMap { nearestName(to: $0, in: scopes) }
          throw field.malformed(
            "is \(field.table.shown(field.value)), expected \"scenario\", \"file\" or \"run\"",
            hint: near.map { "did you mean \"\($0)\"?" })
        }
        table.scope = SharedResource.Scope(rawValue: scope)
      },
      .function(
        "setup", "fun(app: signalbox.App): any", "creates the value", isNeeded: true
      ) { $0.setup = $1 },
      .function("teardown", "fun(value: any)?", "cleans up") { $0.teardown = $1 },
    ])

  /// The description for the reference and for editors.
  static let description = schema.description

  /// The name of the resource in errors.
  var path: String { ScenarioTable.path(of: "resource", name) }

  init(
    _ name: String, _ value: ScriptValue, _ location: ScriptLocation?, _ session: ScriptSession
  ) throws(ScriptError) {
    self.name = name
    self.location = location
    try Self.schema.read(
      value, of: path, like: "\(path) { setup = function(app) … end }", in: session, into: &table)
  }

  /// Returns the description of the resource as a shared resource, or `nil` if the resource is not
  /// shared.
  func shared(by file: String) -> SharedResource? {
    table.scope.map { SharedResource(name: name, scope: $0, file: file, location: location) }
  }

  /// Calls `setup`, and returns the value of the resource.
  func setUp(timeout: Duration? = nil) throws(ScriptError) -> ScriptValue {
    try table.setup?.call([.handle(.app)], timeout: timeout).first ?? .nil
  }

  /// Calls `teardown`, if it is defined.
  func tearDown(_ value: ScriptValue, timeout: Duration) throws(ScriptError) {
    _ = try table.teardown?.call([value], timeout: timeout)
  }

  // MARK: - In a scenario

  /// Returns the resource's value for the running scenario, and sets up the resource if necessary.
  func value(in session: ScriptSession) throws(ScriptError) -> ScriptValue {
    if let own { return own }
    let value = try setUp()
    // The value of a shared resource is copied even if only one scenario uses it, so that scenarios
    // always receive the same kind of value.
    let checked =
      try table.scope.map { _ throws(ScriptError) in
        try ResourceValue(value, of: path, session).scriptValue
      } ?? value
    own = checked
    return checked
  }

  /// Removes and returns the value that the scenario set up itself, or returns `nil` if there is
  /// none.
  func takeOwn() -> ScriptValue? {
    defer { own = nil }
    return own
  }
}
