/// Writes plain data as JSON (RFC 8259): one line, names in order, so that equal data give equal
/// bytes.
///
/// An integer has no fraction and a number always has one or an exponent, so that each comes back as
/// what it was. Infinities and what is no number have no JSON and are refused, and so is data whose
/// text is longer than a script can take.
struct JSONWriter {
  /// Values nest at most so deep, in reading as in writing.
  static let depthLimit = 256

  /// Bytes of the longest text.
  static let longestText = 16 << 20

  private var text = ""
  private var numbering: ObjectNumbering

  static func text(of value: NavigationValue) throws(NavigationError) -> String {
    var numbering = ObjectNumbering()
    return try text(of: value, &numbering)
  }

  /// - Parameter numbering: The numbers of the objects of the document that the text is part of.
  static func text(
    of value: NavigationValue, _ numbering: inout ObjectNumbering
  ) throws(NavigationError) -> String {
    if let fault = fault(in: value) { throw fault }
    var writer = JSONWriter(numbering: numbering)
    writer.write(value)
    guard writer.text.utf8.count <= longestText else {
      throw NavigationError(
        .notSerializable, "as text it has more than \(longestText >> 20) MiB",
        hint: "pass large data by reference: make it with object")
    }
    numbering = writer.numbering
    return writer.text
  }

  private init(numbering: ObjectNumbering) { self.numbering = numbering }

  /// What keeps a value from being written; `nil` when nothing does.
  ///
  /// - Parameter path: How the error calls the value.
  static func fault(in value: NavigationValue, at path: String = "", depth: Int = 0)
    -> NavigationError?
  {
    guard depth < depthLimit else {
      return NavigationError(
        .notSerializable, "\(path) nests deeper than \(depthLimit) lists and tables")
    }
    switch value {
    case .number(let number) where !number.isFinite:
      return NavigationError(
        .notSerializable, "\(path) is \(value), which JSON has no number for")
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
          "\(path) has the field \"\(ObjectField.name)\", which stands for objects")
      }
      for field in fields.fields {
        let path = path.isEmpty ? field.name : "\(path).\(field.name)"
        if let fault = fault(in: field.value, at: path, depth: depth + 1) { return fault }
      }
      return nil
    }
  }

  private mutating func write(_ value: NavigationValue) {
    // What is too long already is refused: no need for the rest.
    guard text.utf8.count <= Self.longestText else { return }
    switch value {
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += String(value)
    case .string(let value): write(value)
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        write(value)
      }
      text += "]"
    case .table(let fields):
      text += "{"
      for (index, field) in fields.fields.enumerated() {
        if index > 0 { text += "," }
        write(field.name)
        text += ":"
        write(field.value)
      }
      text += "}"
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ object: NavigationObject) {
    text += "{"
    write(ObjectField.name)
    text += ":"
    var document: NavigationArguments = [
      "factory": .string(object.type), "number": .integer(numbering.number(of: object)),
    ]
    document["seed"] = object.factory?.seed
    write(.table(document))
    text += "}"
  }

  private mutating func write(_ string: String) {
    text += "\""
    defer { text += "\"" }
    guard string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}":
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
