/// Converts an application's values to navigation values: plain data, or an object that is passed
/// by reference.
///
/// Typed routes, inputs and outputs are converted this way, so that scripts, snapshots and
/// recordings see the same data as Swift code.
enum PassedValue {
  /// A Swift value that is passed by reference.
  private final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Returns a value as plain data if its type is `Codable`, otherwise as an object.
  static func navigationValue<Value: Sendable>(
    of value: Value
  ) throws(NavigationError) -> NavigationValue {
    // A value must be encoded and decoded as the same type.
    if Value.self is any Codable.Type, let value = value as? any Codable {
      return try NavigationValue(encoding: value)
    }
    return .object(object(value, naming: value))
  }

  /// Returns whether a value is `nil` or `()`, neither of which is passed as a value.
  static func isNothing(_ value: some Sendable) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty || value is Void
  }

  /// Returns the object that represents a value passed by reference.
  ///
  /// - Parameter part: The class instance inside the value, which identifies the object, or the
  ///   value itself if it does not contain a class instance.
  static func object<Value: Sendable>(_ value: Value, naming part: Any) -> NavigationObject {
    let box = Box(value)
    let identity = type(of: part) is AnyClass ? ObjectIdentifier(part as AnyObject) : nil
    // Objects that scripts create have positive numbers.
    let number = -Int(bitPattern: identity ?? ObjectIdentifier(box))
    return NavigationObject(
      type: String(describing: type(of: part)), factory: nil, number: number, content: box)
  }

  /// Returns the value inside an object, or `nil` if the object contains no value of the given
  /// type.
  static func value<Value: Sendable>(of object: NavigationObject, as type: Value.Type) -> Value? {
    (object.content as? Box<Value>)?.value
  }

  /// Converts a passed value back to the given Swift type, reversing ``navigationValue(of:)``.
  static func value<Value: Sendable>(
    _ passed: NavigationValue, as type: Value.Type
  ) throws(NavigationError) -> Value {
    if case .object(let object) = passed, let value = value(of: object, as: type) { return value }
    guard let codable = type as? any Codable.Type else {
      throw NavigationError(
        .badArgument, "\(passed) was passed, expected an instance of \(type)",
        hint: "only Swift code can create an instance; make \(type) Codable to accept plain data")
    }
    var style = CodingStyle.script
    let requested = RequestedNames()
    style.requested = requested
    guard let value = try decoded(passed, as: codable, in: style) as? Value else {
      throw NavigationError(.badArgument, "\(passed) cannot be decoded as \(type)")
    }
    try checkNames(in: passed, against: requested, of: "\(type)")
    return value
  }

  /// Throws an error if decoding has ignored a value because the value's name was never looked up.
  ///
  /// - Parameters:
  ///   - passed: The value that was decoded, or a part of the value.
  ///   - requested: The names that were looked up during decoding.
  ///   - keys: The path of `passed` in the decoded value.
  ///   - path: The string that identifies the value in the error.
  static func checkNames(
    in passed: NavigationValue, against requested: RequestedNames, at keys: [String] = [],
    of path: String
  ) throws(NavigationError) {
    switch passed {
    case .table(let table):
      let names = requested.names(below: keys)
      for field in table.fields {
        if let names, !names.contains(field.name) {
          throw NavigationError(
            .badArgument, "\(path) has no property \"\(field.name)\"",
            hint: nameHint(for: field.name, in: names))
        }
        try checkNames(
          in: field.value, against: requested, at: keys + [field.name],
          of: "\(path).\(field.name)")
      }
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        try checkNames(
          in: element, against: requested, at: keys + [ValueKey(index).stringValue],
          of: "\(path)[\(index + 1)]")
      }
    case .boolean, .integer, .number, .string, .object: break
    }
  }

  private static func decoded<Value: Decodable>(
    _ passed: NavigationValue, as type: Value.Type, in style: CodingStyle
  ) throws(NavigationError) -> Any {
    try passed.decoded(in: style) as Value
  }
}
