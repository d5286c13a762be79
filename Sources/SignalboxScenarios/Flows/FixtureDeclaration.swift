internal import Signalbox
internal import SignalboxScripting

/// `fixture "server" { scope = "file", setup = function(app) … end, teardown = function(value) … end }`.
final class FixtureDeclaration {
  let name: String
  /// `nil` for one that every scenario sets up that calls it.
  let scope: SharedFixture.Scope?
  let location: ScriptLocation?
  private let setup: ScriptFunction
  private let teardown: ScriptFunction?
  /// The value, where the scenario that runs has set it up itself.
  private var own: ScriptValue?

  private static let keys = ["scope", "setup", "teardown"]
  private static let scopes = ["test"] + SharedFixture.Scope.allCases.map(\.rawValue)

  /// How errors call it.
  var path: String { OptionsReader.path(of: "fixture", name) }

  init(
    _ name: String, _ value: ScriptValue, _ location: ScriptLocation?, _ session: ScriptSession
  ) throws(ScriptError) {
    self.name = name
    self.location = location
    let path = OptionsReader.path(of: "fixture", name)
    guard let table = value.table else {
      throw .badArgument(
        "\(path) is followed by \(session.text(of: value)), expected a table: "
          + "\(path) { setup = function(app) … end }")
    }
    for pair in table.pairs where !Self.keys.contains(pair.key.text ?? "") {
      let key = session.text(of: pair.key)
      throw .badArgument(
        "\(path) has no option \(key)", hint: nameHint(for: pair.key.text ?? key, in: Self.keys))
    }
    func function(_ key: String) throws(ScriptError) -> ScriptFunction? {
      let value = table[key]
      guard value.isNil || value.function != nil else {
        throw .badArgument("\(path): \(key) is \(session.text(of: value)), expected a function")
      }
      return value.function
    }
    guard let setup = try function("setup") else {
      throw .badArgument("\(path) has no setup, expected setup = function(app) … end")
    }
    self.setup = setup
    teardown = try function("teardown")
    let scope = table["scope"]
    guard scope.isNil || Self.scopes.contains(scope.text ?? "") else {
      throw .badArgument(
        "\(path): scope is \(session.text(of: scope)), expected \"test\", \"file\" or \"run\"",
        hint: scope.text.flatMap { nearestName(to: $0, in: Self.scopes) }.map {
          "did you mean \"\($0)\"?"
        })
    }
    self.scope = scope.text.flatMap(SharedFixture.Scope.init)
  }

  /// As runs know it; `nil` for one that is not shared.
  func shared(by file: String) -> SharedFixture? {
    scope.map { SharedFixture(name: name, scope: $0, file: file, location: location) }
  }

  /// Calls `setup`.
  func setUp(timeout: Duration? = nil) throws(ScriptError) -> ScriptValue {
    try setup.call([.handle(.app)], timeout: timeout).first ?? .nil
  }

  /// Calls `teardown`, where there is one.
  func tearDown(_ value: ScriptValue, timeout: Duration) throws(ScriptError) {
    _ = try teardown?.call([value], timeout: timeout)
  }

  // MARK: - In a scenario

  /// The value in the scenario that runs, which sets it up where nothing else has.
  func value(in session: ScriptSession) throws(ScriptError) -> ScriptValue {
    if let own { return own }
    let value = try setUp()
    // What only this scenario sees is held to what others would see.
    let checked =
      try scope.map { _ throws(ScriptError) in
        try FixtureValue(value, of: path, session).scriptValue
      } ?? value
    own = checked
    return checked
  }

  /// The value that the scenario has set up itself; from then on it has none.
  func takeOwn() -> ScriptValue? {
    defer { own = nil }
    return own
  }
}
