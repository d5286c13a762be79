extension StateImage {
  /// Reads what ``value`` wrote, or what somebody wrote by hand: every reference is checked here,
  /// so that an image never leads outside itself.
  ///
  /// - Throws: `malformed`, with the place.
  init(json: String) throws(NavigationError) {
    guard case .table(let root) = try JSONReader.value(json),
      case let reader = FieldReader(root, path: "snapshot"),
      try reader.text("format") == Self.format
    else {
      throw NavigationError(.malformed, "this is no snapshot: its format is not \(Self.format)")
    }
    guard try reader.integer("version") == Self.version else {
      throw reader.wrong("version", expected: "\(Self.version)")
    }
    let coordinators = try reader.tables("coordinators")
    for (index, table) in coordinators.enumerated() {
      try read(coordinator: table, index, of: coordinators.count)
    }
    for table in try reader.tables("layers") { try read(layer: table) }
    try checkTree()
    try checkLayers()
  }

  private mutating func read(
    coordinator table: FieldReader, _ index: Int, of count: Int
  ) throws(NavigationError) {
    guard
      let kind: CoordinatorKind = ["navigation": .navigation, "tabs": .tabs][
        try table.text("kind")]
    else { throw table.wrong("kind", expected: "\"navigation\" or \"tabs\"") }
    guard let attachment = Attachment(rawValue: try table.text("attachment")) else {
      throw table.wrong("attachment", expected: "none, window, modal, push, page or root")
    }
    var coordinator = Coordinator(
      type: try table.text("type"), kind: kind, attachment: attachment)
    coordinator.arguments = try table.arguments("arguments")
    coordinator.isStarted = try table.boolean("isStarted") ?? true
    coordinator.parent = try table.index("parent", below: index)
    guard (index == 0) == (coordinator.parent == nil) else {
      throw table.wrong("parent", expected: "the index of a coordinator before it")
    }
    for screen in try table.tables("stack") {
      coordinator.stack.append(try Self.screen(screen, coordinators: count))
    }
    for page in try table.tables("pages") {
      coordinator.pages.append(
        Page(
          id: try page.text("id"), title: try page.text("title"),
          icon: try page.optionalText("icon") ?? "",
          position: try page.optionalInteger("position") ?? 0,
          coordinator: try page.requiredIndex("coordinator", below: count)))
    }
    coordinator.selected = try table.index("selected", below: coordinator.pages.count)
    coordinators.append(coordinator)
    if let parent = coordinator.parent { coordinators[parent].children.append(index) }
  }

  private static func screen(
    _ table: FieldReader, coordinators count: Int
  ) throws(NavigationError) -> Screen {
    Screen(
      name: try table.text("name"), arguments: try table.arguments("arguments"),
      owner: try table.requiredIndex("owner", below: count),
      isMade: try table.boolean("isMade") ?? false,
      isDismissDisabled: try table.boolean("isDismissDisabled") ?? false,
      isSwipeBackDisabled: try table.boolean("isSwipeBackDisabled") ?? false)
  }

  private mutating func read(layer table: FieldReader) throws(NavigationError) {
    let count = coordinators.count
    var content = Content.owner
    if let screen = try table.table("screen") {
      content = .screen(try Self.screen(screen, coordinators: count))
    } else if case let stack = try table.tables("stack"), !stack.isEmpty {
      var screens: [Screen] = []
      for screen in stack { screens.append(try Self.screen(screen, coordinators: count)) }
      content = .stack(screens)
    }
    var layer = Layer(
      style: try table.text("style"), isCovering: try table.boolean("isCovering") ?? false,
      isInteractive: try table.boolean("isInteractive") ?? false,
      owner: try table.requiredIndex("owner", below: count),
      presenter: try table.index("presenter", below: count), content: content)
    for value in try table.list("detents") {
      guard let detent = Detent(value) else {
        throw table.wrong("detents", expected: "medium, large or numbers above 0")
      }
      layer.detents.append(detent)
    }
    for value in try table.list("buttons") {
      guard case .string(let title) = value else {
        throw table.wrong("buttons", expected: "strings")
      }
      layer.buttons.append(title)
    }
    if let place = try table.table("presenterScreen") {
      layer.presenterScreen = Place(
        coordinator: try place.index("coordinator", below: count),
        layer: try place.index("layer", below: layers.count),
        index: try place.integer("index"))
    }
    layers.append(layer)
  }
}

/// Reads the fields of one table of a document; errors name the place.
struct FieldReader {
  private let fields: NavigationArguments
  private let path: String

  init(_ fields: NavigationArguments, path: String) {
    self.fields = fields
    self.path = path
  }

  func wrong(_ name: String, expected: String) -> NavigationError {
    let found = fields[name].map { "is \($0.kindName) \(String(describing: $0).prefix(60))" }
    return NavigationError(
      .malformed, "\(path).\(name) \(found ?? "is missing"), expected \(expected)")
  }

  func value(_ name: String) -> NavigationValue? { fields[name] }

  func optionalText(_ name: String) throws(NavigationError) -> String? {
    switch fields[name] {
    case nil: return nil
    case .string(let text): return text
    default: throw wrong(name, expected: "a string")
    }
  }

  func text(_ name: String) throws(NavigationError) -> String {
    guard let text = try optionalText(name) else { throw wrong(name, expected: "a string") }
    return text
  }

  func optionalInteger(_ name: String) throws(NavigationError) -> Int? {
    switch fields[name] {
    case nil: return nil
    case .integer(let integer): return integer
    default: throw wrong(name, expected: "a whole number")
    }
  }

  func integer(_ name: String) throws(NavigationError) -> Int {
    guard let integer = try optionalInteger(name) else {
      throw wrong(name, expected: "a whole number")
    }
    return integer
  }

  /// An index from 0.
  func index(_ name: String, below count: Int) throws(NavigationError) -> Int? {
    guard let index = try optionalInteger(name) else { return nil }
    guard (0..<max(0, count)).contains(index) else {
      throw wrong(name, expected: "an index below \(count)")
    }
    return index
  }

  func requiredIndex(_ name: String, below count: Int) throws(NavigationError) -> Int {
    guard let index = try index(name, below: count) else {
      throw wrong(name, expected: "an index below \(count)")
    }
    return index
  }

  func boolean(_ name: String) throws(NavigationError) -> Bool? {
    switch fields[name] {
    case nil: return nil
    case .boolean(let value): return value
    default: throw wrong(name, expected: "true or false")
    }
  }

  func arguments(_ name: String) throws(NavigationError) -> NavigationArguments {
    switch fields[name] {
    case nil: return [:]
    case .table(let table): return table
    default: throw wrong(name, expected: "a table")
    }
  }

  func table(_ name: String) throws(NavigationError) -> FieldReader? {
    fields[name] == nil ? nil : FieldReader(try arguments(name), path: "\(path).\(name)")
  }

  /// The values of a list; none where there is no list.
  func list(_ name: String) throws(NavigationError) -> [NavigationValue] {
    guard let value = fields[name] else { return [] }
    guard case .list(let values) = value else { throw wrong(name, expected: "a list") }
    return values
  }

  /// The tables of a list; none where there is no list.
  func tables(_ name: String) throws(NavigationError) -> [FieldReader] {
    var readers: [FieldReader] = []
    for (index, value) in try list(name).enumerated() {
      let path = "\(path).\(name)[\(index)]"
      guard case .table(let table) = value else {
        throw NavigationError(.malformed, "\(path) is \(value.kindName), expected a table")
      }
      readers.append(FieldReader(table, path: path))
    }
    return readers
  }
}
