/// Writes plain data as JSON (RFC 8259) on one line with sorted names, so that equal data produces
/// equal bytes.
///
/// Integers are written without a fraction, and floating-point numbers with a fraction or an
/// exponent, so that each number is read back as a value of the same kind. Infinities and NaN are
/// rejected because JSON cannot represent them. Data is also rejected if its JSON text would be
/// longer than the longest string that a script accepts.
struct JSONWriter {
  /// The maximum nesting depth of values, for reading and writing.
  static let depthLimit = 256

  /// The maximum length of a JSON text, in bytes.
  static let maxTextBytes = 16 << 20

  private var text = ""
  /// The length of the JSON text in bytes.
  private var size = 0
  /// Whether the JSON text is only measured and not created.
  private let isMeasuring: Bool
  private var numbering: ObjectNumbering

  static func text(of value: NavigationValue) throws(NavigationError) -> String {
    var numbering = ObjectNumbering()
    return try text(of: value, &numbering)
  }

  /// - Parameter numbering: The object numbers of the document that will contain the text.
  static func text(
    of value: NavigationValue, _ numbering: inout ObjectNumbering
  ) throws(NavigationError) -> String {
    let size = try size(of: value, numbering)
    return text(of: value, ofSize: size, &numbering)
  }

  /// - Parameter size: The result of ``size(of:_:)``.
  static func text(
    of value: NavigationValue, ofSize size: Int, _ numbering: inout ObjectNumbering
  ) -> String {
    var writer = JSONWriter(numbering: numbering, isMeasuring: false)
    // Without reserved capacity, the growing text would be copied repeatedly.
    writer.text.reserveCapacity(size)
    writer.write(value)
    numbering = writer.numbering
    return writer.text
  }

  /// Returns the length of a value's JSON text in bytes, without creating the text. Cost: O(size of
  /// the value).
  static func size(
    of value: NavigationValue, _ numbering: ObjectNumbering = ObjectNumbering()
  ) throws(NavigationError) -> Int {
    if let fault = fault(in: value) { throw fault }
    var writer = JSONWriter(numbering: numbering, isMeasuring: true)
    writer.write(value)
    guard writer.size <= maxTextBytes else {
      throw NavigationError(
        .notSerializable, "the encoded text of the value is larger than \(maxTextBytes >> 20) MiB",
        hint:
          "pass large data by reference: create the data with a function from object(name, make)")
    }
    return writer.size
  }

  private init(numbering: ObjectNumbering, isMeasuring: Bool) {
    self.numbering = numbering
    self.isMeasuring = isMeasuring
  }

  /// Returns the reason why a value cannot be written, or `nil` if the value can be written.
  ///
  /// - Parameter path: The path of the value, for error messages.
  static func fault(in value: NavigationValue, at path: String = "", depth: Int = 0)
    -> NavigationError?
  {
    guard depth < depthLimit else {
      return NavigationError(
        .notSerializable, "\(path) nests lists and tables deeper than \(depthLimit) levels")
    }
    switch value {
    case .number(let number) where !number.isFinite:
      return NavigationError(
        .notSerializable, "\(path) is \(value), a number that JSON cannot represent")
    case .boolean, .integer, .number, .string: return nil
    case .list(let values):
      for (index, value) in values.enumerated() {
        let path = "\(path)[\(index + 1)]"
        if let fault = fault(in: value, at: path, depth: depth + 1) { return fault }
      }
      return nil
    case .object(let object):
      return ObjectField.fault(of: object, at: path)
        ?? object.factory?.seed.flatMap { fault(in: $0, at: "\(path): the seed", depth: depth + 1) }
    case .table(let fields):
      if fields[ObjectField.name] != nil {
        return NavigationError(
          .notSerializable,
          "\(path) has the field \"\(ObjectField.name)\", which is reserved for objects")
      }
      for field in fields.fields {
        let path = path.isEmpty ? field.name : "\(path).\(field.name)"
        if let fault = fault(in: field.value, at: path, depth: depth + 1) { return fault }
      }
      return nil
    }
  }

  private mutating func add(_ chunk: String) {
    size += chunk.utf8.count
    if !isMeasuring { text += chunk }
  }

  private mutating func write(_ value: NavigationValue) {
    // Once the JSON text is too long, the rest is not measured.
    guard !isMeasuring || size <= Self.maxTextBytes else { return }
    switch value {
    case .boolean(let value): add(value ? "true" : "false")
    case .integer(let value): add(String(value))
    case .number(let value): add(String(value))
    case .string(let value): write(value)
    case .list(let values):
      add("[")
      for (index, value) in values.enumerated() {
        if index > 0 { add(",") }
        write(value)
      }
      add("]")
    case .table(let fields):
      add("{")
      for (index, field) in fields.fields.enumerated() {
        if index > 0 { add(",") }
        write(field.name)
        add(":")
        write(field.value)
      }
      add("}")
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ object: NavigationObject) {
    add("{")
    write(ObjectField.name)
    add(":")
    var document: NavigationArguments = [
      "factory": .string(object.type), "number": .integer(numbering.number(of: object)),
    ]
    document["seed"] = object.factory?.seed
    write(.table(document))
    add("}")
  }

  private mutating func write(_ string: String) {
    add("\"")
    defer { add("\"") }
    guard string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      return add(string)
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": add("\\\"")
      case "\\": add("\\\\")
      case "\n": add("\\n")
      case "\r": add("\\r")
      case "\t": add("\\t")
      case "\u{0}"..."\u{1F}":
        let code = String(scalar.value, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - code.count) + code)
      default:
        size += UTF8.width(scalar)
        if !isMeasuring { text.unicodeScalars.append(scalar) }
      }
    }
  }
}
