public import SignalboxScripting

/// A resource that scenarios share. The resource is set up once for the scenarios of a file, or
/// once for the whole run (decision 0203).
public struct SharedResource: Hashable, Codable, Sendable {
  /// The lifetime of a resource's value.
  public enum Scope: String, Hashable, Codable, Sendable, CaseIterable {
    /// The value exists from before the first scenario in a file until after the last scenario in
    /// the file.
    case file
    /// The value exists from before the first scenario in the run until after the last scenario in
    /// the run.
    case run
  }

  /// The name of the resource.
  public let name: String
  /// The lifetime of the resource's value.
  public let scope: Scope
  /// The scenario file that declares the resource.
  public let file: String
  /// The location of the declaration, which is in the file or in a module that the file requires,
  /// or `nil` if it is unknown.
  public let location: ScriptLocation?

  /// An identifier for the value. Resources with the scope `run` and the same name share a value.
  public var id: String { scope == .run ? name : "\(file)::\(name)" }
}

/// The value of a shared resource, which is plain data that is copied between sessions.
public indirect enum ResourceValue: Hashable, Codable, Sendable {
  /// A key in a table and its value.
  public struct Field: Hashable, Codable, Sendable {
    let key: ResourceValue
    let value: ResourceValue
  }

  /// The value `nil` of Lua: the resource has no value.
  case empty
  /// `true` or `false`.
  case boolean(Bool)
  /// An integer.
  case integer(Int)
  /// The bits of a number, because JSON cannot represent infinity.
  case number(Int)
  /// The bytes of a string.
  case string([UInt8])
  /// A copy of a table, with its keys and values.
  case table([Field])

  /// The maximum nesting depth of tables, and the maximum number of values.
  private static let maxDepth = 32, maxCount = 10_000

  /// - Parameter resource: The name of the resource in errors.
  /// - Throws: An error if the value cannot be transferred to other sessions.
  init(_ value: ScriptValue, of resource: String, _ session: ScriptSession) throws(ScriptError) {
    var count = 0
    self = try Self.copy(value, "its value", 0, &count, resource, session)
  }

  private static func copy(
    _ value: ScriptValue, _ path: String, _ depth: Int, _ count: inout Int, _ resource: String,
    _ session: ScriptSession
  ) throws(ScriptError) -> ResourceValue {
    count += 1
    guard depth <= maxDepth, count <= maxCount else {
      throw .badArgument(
        "\(resource): the value is too large, expected at most \(maxCount) values in \(maxDepth) "
          + "levels"
      )
    }
    switch value {
    case .nil: return .empty
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(Int(bitPattern: UInt(value.bitPattern)))
    case .string(let bytes): return .string(bytes)
    case .table(let table) where !table.isObject:
      var fields: [Field] = []
      for pair in table.pairs {
        let name = "\(path)[\(session.text(of: pair.key))]"
        fields.append(
          Field(
            key: try copy(pair.key, "a key of \(path)", depth + 1, &count, resource, session),
            value: try copy(pair.value, name, depth + 1, &count, resource, session)))
      }
      return .table(fields)
    case .table, .function, .handle, .object:
      throw .badArgument(
        "\(resource): \(path) is \(session.text(of: value)), expected plain data: each scenario "
          + "runs in its own session, which receives a copy")
    }
  }

  /// A copy of the value for scripts.
  var scriptValue: ScriptValue {
    switch self {
    case .empty: .nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let bits): .number(Double(bitPattern: UInt64(UInt(bitPattern: bits))))
    case .string(let bytes): .string(bytes)
    case .table(let fields):
      .table(ScriptTable(fields.map { ($0.key.scriptValue, $0.value.scriptValue) }))
    }
  }
}
