/// Maps the values of a route type to names and arguments, based on the type's samples.
///
/// - Complexity: Creating an instance encodes each sample and, for `Codable` types, decodes the
///   sample once for each argument and once as a whole.
final class RouteForms<Value: Route> {
  /// The sample of a case, and the arguments that represent the case.
  private struct Form {
    let sample: Value
    let arguments: NavigationArguments
    /// Whether the arguments are the properties of a single associated value without a label.
    let isFlat: Bool
    let parameters: [RouteParameter]
  }

  /// The name that Swift's encoding uses for an associated value without a label.
  private static var unlabeled: String { "_0" }

  private let forms: [String: Form]

  /// Creates the forms of all samples.
  ///
  /// - Throws: `badArgument` if a sample cannot be passed or two samples have the same case.
  init() throws(NavigationError) {
    var forms: [String: Form] = [:]
    for sample in Value.samples {
      let isFlat = Self.isFlat(sample)
      let part = try Self.encoded(sample, isFlat: isFlat)
      guard forms[part.name] == nil else {
        throw NavigationError(
          .badArgument, "\(Value.self).samples has two values of the case \"\(part.name)\"",
          hint: "keep one of them")
      }
      forms[part.name] = Form(
        sample: sample, arguments: part.arguments, isFlat: isFlat,
        parameters: Self.parameters(of: part))
    }
    self.forms = forms
  }

  /// The names of all cases that have a sample, sorted.
  var names: [String] { forms.keys.sorted() }

  /// Returns the declarations of the arguments that a case accepts.
  func parameters(of name: String) -> [RouteParameter] { forms[name]?.parameters ?? [] }

  /// Returns the arguments in a case's sample.
  func arguments(of name: String) -> NavigationArguments { forms[name]?.arguments ?? [:] }

  // MARK: - Values to names

  /// Returns the name and the arguments of a route.
  ///
  /// - Throws: `unknownRoute` if the case has no sample, and `badArgument` if an associated value
  ///   cannot be passed.
  func form(of route: Value) throws(NavigationError) -> (
    name: String, arguments: NavigationArguments
  ) {
    var part = try Self.encoded(route, isFlat: false)
    guard let form = forms[part.name] else {
      throw NavigationError(
        .unknownRoute, "\(Value.self).samples has no value of the case \"\(part.name)\"",
        hint: "add one, so that scripts know the route")
    }
    if form.isFlat { part = Self.flattened(part.name, part.arguments) }
    if !Self.isCodable, part.arguments != form.arguments, !Self.hasObject(part.arguments) {
      part.arguments[Self.whole] = .object(PassedValue.object(route, naming: route))
    }
    return (part.name, part.arguments)
  }

  private static var isCodable: Bool { Value.self is any Codable.Type }

  private static func hasObject(_ arguments: NavigationArguments) -> Bool {
    arguments.fields.contains { if case .object = $0.value { true } else { false } }
  }

  /// Returns whether the arguments are the properties of a single associated value without a label.
  /// The value must be a structure or a class, because only these types always have the same
  /// properties.
  private static func isFlat(_ sample: Value) -> Bool {
    guard let payload = Mirror(reflecting: sample).children.first?.value else { return false }
    return [.struct, .class].contains(Mirror(reflecting: payload).displayStyle)
  }

  /// The name of the argument that contains the route, if the route cannot be derived from the
  /// other arguments.
  private static var whole: String { "_route" }

  /// The name and the arguments of an encoded route. If `isFlat` is `true`, the arguments are the
  /// properties of the only associated value.
  private typealias Encoded = (name: String, arguments: NavigationArguments, isFlat: Bool)

  private static func encoded(
    _ route: Value, isFlat: Bool
  ) throws(NavigationError) -> Encoded {
    let part = try encoded(route)
    return isFlat ? flattened(part.name, part.arguments) : (part.name, part.arguments, false)
  }

  private static func encoded(
    _ route: Value
  ) throws(NavigationError) -> (name: String, arguments: NavigationArguments) {
    if let route = route as? any Codable { return try encoded(codable: route) }
    let mirror = Mirror(reflecting: route)
    guard mirror.displayStyle == .enum else { throw notAnEnumeration }
    guard let child = mirror.children.first, let name = child.label else {
      guard !(Value.self is any CustomStringConvertible.Type) else {
        throw NavigationError(
          .badArgument, "\(Value.self) has its own description, which hides its cases",
          hint: "make it Codable")
      }
      return (String(describing: route), [:])
    }
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    let parts = isTuple ? payload.children.map { ($0.label, $0.value) } : [(nil, child.value)]
    var arguments = NavigationArguments()
    for (index, part) in parts.enumerated() {
      let label = part.0.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(index)"
      arguments[label] = try argument(part.1, of: route, named: "\(name)(\(label):)")
    }
    return (name, arguments)
  }

  private static func encoded(
    codable route: some Encodable
  ) throws(NavigationError) -> (name: String, arguments: NavigationArguments) {
    switch try NavigationValue(encoding: route) {
    case .string(let name): return (name, [:])
    case .table(let fields) where fields.count == 1:
      guard let field = fields.fields.first else { break }
      switch field.value {
      case .table(let arguments): return (field.name, arguments)
      case .list(let items) where items.isEmpty: return (field.name, [:])
      default: break
      }
    default: break
    }
    throw notAnEnumeration
  }

  private static var notAnEnumeration: NavigationError {
    NavigationError(
      .badArgument, "\(Value.self) does not encode as an enumeration with cases",
      hint: "make it an enum without its own encoding")
  }

  private static func argument(
    _ value: Any, of route: Value, named name: String
  ) throws(NavigationError) -> NavigationValue? {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let inner = mirror.children.first?.value else { return nil }
      return try argument(inner, of: route, named: name)
    }
    if let value = value as? any Encodable { return try NavigationValue(encoding: value) }
    guard mirror.displayStyle == .class else {
      throw NavigationError(
        .badArgument,
        "\(Value.self).\(name) is of type \(type(of: value)), which cannot be passed",
        hint: "make the type Codable, or a class")
    }
    return .object(PassedValue.object(route, naming: value))
  }

  private static func flattened(_ name: String, _ arguments: NavigationArguments) -> Encoded {
    guard arguments.count == 1, case .table(let fields)? = arguments[unlabeled] else {
      return (name, arguments, false)
    }
    return (name, fields, true)
  }

  // MARK: - Names to values

  /// Returns the route with the given name and arguments.
  ///
  /// - Throws: `unknownRoute` if the name is unknown, and `badArgument` if the arguments do not
  ///   match the case.
  func route(
    _ name: String, _ arguments: NavigationArguments, in style: CodingStyle = .script
  ) throws(NavigationError) -> Value {
    guard let form = forms[name] else {
      throw NavigationError(
        .unknownRoute, "\(Value.self) has no case \"\(name)\"",
        hint: nameHint(for: name, in: names))
    }
    for field in arguments.fields {
      if case .object(let object) = field.value,
        let route = PassedValue.value(of: object, as: Value.self),
        try isForm(of: route, name, arguments)
      {
        return route
      }
    }
    if arguments == form.arguments { return form.sample }
    guard let codable = Value.self as? any Codable.Type else {
      if arguments.isEmpty { return form.sample }
      throw NavigationError(
        .badArgument, "\(Value.self).\(name) cannot be created from \(arguments)",
        hint: "make \(Value.self) Codable, or omit the arguments to use the sample")
    }
    return try Self.decoded(codable, name, arguments, isFlat: form.isFlat, in: style)
  }

  /// Returns the route for the arguments that were passed in a call.
  ///
  /// - Throws: The errors that ``route(_:_:in:)`` throws, and `badArgument` if the arguments
  ///   contain names that the route does not declare.
  func route(
    passed name: String, _ arguments: NavigationArguments
  ) throws(NavigationError) -> Value {
    var style = CodingStyle.script
    let requested = RequestedNames()
    style.requested = requested
    let route = try route(name, arguments, in: style)
    try PassedValue.checkNames(
      in: .table(arguments), against: requested,
      at: Self.keys(of: name, isFlat: forms[name]?.isFlat == true), of: "\(Value.self).\(name)")
    return route
  }

  /// Returns whether the route inside an object has the given name and arguments. A caller can pass
  /// the object together with the arguments of another route.
  private func isForm(
    of route: Value, _ name: String, _ arguments: NavigationArguments
  ) throws(NavigationError) -> Bool {
    let part = try Self.encoded(route, isFlat: forms[name]?.isFlat == true)
    var others = arguments
    others[Self.whole] = nil
    return part.name == name && part.arguments == others
  }

  private static func decoded<Coded: Decodable>(
    _ type: Coded.Type, _ name: String, _ arguments: NavigationArguments, isFlat: Bool,
    in style: CodingStyle
  ) throws(NavigationError) -> Value {
    let payload: NavigationValue =
      isFlat ? .table([unlabeled: .table(arguments)]) : .table(arguments)
    let route: Coded
    if isRawRepresented {
      if let field = arguments.fields.first {
        throw NavigationError(
          .badArgument, "\(Value.self).\(name) has no property \"\(field.name)\"",
          hint: "a case with a raw value accepts no arguments")
      }
      route = try NavigationValue.string(name).decoded(in: style)
    } else {
      route = try NavigationValue.table([name: payload]).decoded(in: style)
    }
    guard let route = route as? Value else { throw notAnEnumeration }
    return route
  }

  /// Whether the type is encoded as a string, like an enumeration with raw values.
  private static var isRawRepresented: Bool { Value.self is any RawRepresentable.Type }

  // MARK: - Parameters

  private static func parameters(of part: Encoded) -> [RouteParameter] {
    let given = part.arguments.fields.map { field in
      var arguments = part.arguments
      arguments[field.name] = nil
      let isOptional = decodes(part.name, arguments, isFlat: part.isFlat)
      let kind = field.name == unlabeled ? .any : kind(of: field.value)
      return RouteParameter(field.name, kind, isOptional: isOptional)
    }
    let omitted = optionalNames(of: part).map { RouteParameter($0, .any, isOptional: true) }
    let object = isCodable ? [] : [RouteParameter(whole, .object, isOptional: true)]
    return given + omitted + object
  }

  /// Returns the names of optional arguments that the sample omits: names that are looked up when
  /// the sample is decoded.
  private static func optionalNames(of part: Encoded) -> [String] {
    guard let codable = Value.self as? any Codable.Type else { return [] }
    var style = CodingStyle.script
    let requested = RequestedNames()
    style.requested = requested
    _ = try? decoded(codable, part.name, part.arguments, isFlat: part.isFlat, in: style)
    let names = requested.names(below: keys(of: part.name, isFlat: part.isFlat)) ?? []
    return names.filter { part.arguments[$0] == nil }
  }

  /// Returns the path to the arguments in the encoded route.
  private static func keys(of name: String, isFlat: Bool) -> [String] {
    isFlat ? [name, unlabeled] : [name]
  }

  /// Returns whether a case can be decoded from the given arguments. A case of a type that is not
  /// `Codable` accepts only the arguments of its sample, which scripts may omit.
  private static func decodes(
    _ name: String, _ arguments: NavigationArguments, isFlat: Bool
  ) -> Bool {
    guard let codable = Value.self as? any Codable.Type else { return true }
    return (try? decoded(codable, name, arguments, isFlat: isFlat, in: .script)) != nil
  }

  private static func kind(of value: NavigationValue) -> RouteParameter.Kind {
    switch value {
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .list, .table: .table
    case .object: .object
    }
  }
}
