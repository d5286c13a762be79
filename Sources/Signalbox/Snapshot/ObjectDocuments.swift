/// The representation of objects in documents: a table with the single field `$object`, which
/// contains the factory, the seed, and a number that is the same for all references to the same
/// object.
enum ObjectField {
  static let name = "$object"

  /// Returns the reason why an object cannot be written, or `nil` if a factory can recreate it.
  static func fault(of object: NavigationObject, at path: String) -> NavigationError? {
    guard object.factory == nil else { return nil }
    return NavigationError(
      .notSerializable, "\(path) is the object \(object), which no factory can recreate",
      hint: "create it with object \"\(object.type)\" (function(seed) … end)")
  }
}

/// Numbers the objects in a document in the order of their first reference, starting with 1.
struct ObjectNumbering {
  private var numbers: [Int: Int] = [:]

  mutating func number(of object: NavigationObject) -> Int {
    if let number = numbers[object.number] { return number }
    let number = numbers.count + 1
    numbers[object.number] = number
    return number
  }
}

/// Creates the objects in a document. Each object is created only once.
final class ObjectReader {
  private let make: ObjectFactory
  private var objects: [Int: NavigationObject] = [:]

  /// Creates a reader that uses registered factories.
  convenience init(_ registry: TypeRegistry) {
    self.init { [unowned registry] factory throws(NavigationError) in
      try registry.makeObject(with: factory)
    }
  }

  /// Returns a reader for documents that are only printed or compared. The objects have no
  /// contents.
  static func withoutContents() -> ObjectReader {
    var count = 0
    return ObjectReader { factory in
      count += 1
      return NavigationObject(
        type: factory.name, factory: factory, number: count, content: NoContent())
    }
  }

  /// The content of an object that is only printed or compared.
  private final class NoContent: Sendable {}

  private init(make: @escaping ObjectFactory) { self.make = make }

  /// Registers the objects in a value, so that they are reused when the document that was written
  /// from the value is read.
  func adopt(_ value: NavigationValue) {
    var list: [NavigationObject] = []
    value.collectObjects(into: &list)
    for (index, object) in list.enumerated() { objects[index + 1] = object }
  }

  /// Returns a copy of a value in which the tables that represent objects are replaced by the
  /// objects.
  ///
  /// - Throws: `notRestorable` if an object's factory is missing or fails, and `malformed` if a
  ///   table with `$object` does not represent an object.
  func value(of value: NavigationValue) throws(NavigationError) -> NavigationValue {
    switch value {
    case .boolean, .integer, .number, .string, .object: return value
    case .list(let values):
      var result: [NavigationValue] = []
      result.reserveCapacity(values.count)
      for value in values { result.append(try self.value(of: value)) }
      return .list(result)
    case .table(let fields):
      if let document = fields[ObjectField.name] { return .object(try object(of: document)) }
      return .table(try arguments(of: fields))
    }
  }

  /// Returns a copy of named values in which the tables that represent objects are replaced by the
  /// objects.
  func arguments(
    of fields: NavigationArguments
  ) throws(NavigationError) -> NavigationArguments {
    var result = NavigationArguments(room: fields.count)
    for field in fields.fields { result.append(field.name, try value(of: field.value)) }
    return result
  }

  private func object(
    of document: NavigationValue
  ) throws(NavigationError) -> NavigationObject {
    guard case .table(let fields) = document else {
      throw NavigationError(.malformed, "\(ObjectField.name) is \(document), expected a table")
    }
    let reader = FieldReader(fields, path: ObjectField.name)
    let number = try reader.integer("number")
    if let known = objects[number] { return known }
    var seed = fields["seed"]
    if let given = seed { seed = try value(of: given) }
    let factory = NavigationObject.Factory(name: try reader.text("factory"), seed: seed)
    let object = try make(factory)
    objects[number] = object
    return object
  }
}

extension NavigationValue {
  /// Appends the objects in a value that are not in the list yet. The objects are appended in the
  /// order of their numbers in a document.
  func collectObjects(into objects: inout [NavigationObject]) {
    switch self {
    case .boolean, .integer, .number, .string: break
    case .list(let values): for value in values { value.collectObjects(into: &objects) }
    case .table(let fields):
      for field in fields.fields { field.value.collectObjects(into: &objects) }
    case .object(let object):
      if objects.contains(object) { return }
      objects.append(object)
      object.factory?.seed?.collectObjects(into: &objects)
    }
  }
}
