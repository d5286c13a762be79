/// A link pattern, and the typed routes to which matching links lead.
public struct RouteLink<Value: Route> {
  /// The pattern, such as `scheme://host/path`. See ``LinkHandler/pattern``.
  public let pattern: String
  let route: (LinkValues) throws -> Value?

  /// Creates a link pattern.
  ///
  /// ```swift
  /// static var links: [RouteLink<ShopRoute>] {
  ///   [RouteLink("shop://product/:id") { try .product(id: $0["id"]) }]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern, as described in ``LinkHandler/pattern``.
  ///   - route: A closure that returns the route that the link leads to, or `nil` to pass the link
  ///     to the next handler. If the closure throws, the error is reported and the link has no
  ///     effect.
  public init(_ pattern: String, _ route: @escaping (LinkValues) throws -> Value?) {
    self.pattern = pattern
    self.route = route
  }
}

/// The values in a link, converted to the types that a route declares.
public struct LinkValues {
  private let match: LinkMatch

  init(_ match: LinkMatch) { self.match = match }

  /// The link that was matched: the opened link or, if a function has rewritten it, the rewritten
  /// link.
  public var url: String { match.url }
  /// The part after `#`, percent-decoded, or `nil` if the link has no such part.
  public var fragment: String? { match.fragment }
  /// The names of all values in the link's path and query, sorted.
  public var names: [String] { match.arguments.fields.map(\.name) }

  /// Returns the value for a name in the path or the query, converted to the requested type. For
  /// example, the value `7` can also be read as a `String`, and the value `007` as an `Int`.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the link does not contain the value, or if the value cannot be
  ///   converted.
  public subscript<Value: LosslessStringConvertible>(name: String) -> Value {
    get throws(NavigationError) {
      guard let value = try self[optional: name] as Value? else {
        throw missing(name, Value.self)
      }
      return value
    }
  }

  /// Returns the value for a name as a case of an enumeration with raw values.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the link does not contain the value, or if the value is not the raw
  ///   value of a case.
  public subscript<Value: RawRepresentable>(name: String) -> Value
  where Value.RawValue: LosslessStringConvertible {
    get throws(NavigationError) {
      guard let value = try self[optional: name] as Value? else {
        throw missing(name, Value.self)
      }
      return value
    }
  }

  /// Returns the value for a name as a case of an enumeration with raw values, or `nil` if the link
  /// does not contain the value.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the value is not the raw value of a case.
  public subscript<Value: RawRepresentable>(optional name: String) -> Value?
  where Value.RawValue: LosslessStringConvertible {
    get throws(NavigationError) {
      guard let raw = try self[optional: name] as Value.RawValue? else { return nil }
      guard let value = Value(rawValue: raw) else { throw mismatch(name, "\(raw)", Value.self) }
      return value
    }
  }

  /// Returns the value for a name, or `nil` if the link does not contain the value.
  ///
  /// - Parameter name: The name in the pattern or the query.
  /// - Throws: `badArgument` if the value cannot be converted.
  public subscript<Value: LosslessStringConvertible>(optional name: String) -> Value? {
    get throws(NavigationError) {
      guard let given = match.arguments[name] else { return nil }
      let text =
        switch given {
        case .string(let text): text
        case .integer(let number): String(number)
        default: given.description
        }
      guard let value = Value(text) else { throw mismatch(name, text, Value.self) }
      return value
    }
  }

  private func missing(_ name: String, _ type: Any.Type) -> NavigationError {
    NavigationError(
      .badArgument, "\(url) has no value \"\(name)\", expected one of type \(type)",
      hint: nameHint(for: name, in: names))
  }

  private func mismatch(_ name: String, _ text: String, _ type: Any.Type) -> NavigationError {
    let cases = (type as? any CaseIterable.Type).map { Self.rawValues($0) } ?? []
    let hint = cases.isEmpty ? nil : nameHint(for: text, in: cases)
    return NavigationError(
      .badArgument, "\(url): \(name) is \"\(text)\", expected \(type)", hint: hint)
  }

  private static func rawValues(_ type: (some CaseIterable).Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }
}
