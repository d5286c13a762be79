/// The visible state with its owners, as one value: for comparing, rendering, saving and restoring.
///
/// Coordinators are in the order of the tree, parents before their children; numbers that refer to
/// one are indices into that list. A document of an engine also has identifiers, one that was read
/// from a snapshot has none. Creating one costs O(size of the visible state); see
/// ``NavigationReader/snapshot()`` for retaining a state without reading it.
///
/// Fields that are declared here are part of snapshots, recordings and `app:state()`.
public struct StateDocument: Hashable, Sendable, Codable {
  /// How a coordinator is attached.
  public enum Attachment: String, Hashable, Sendable, Codable, CaseIterable {
    case none, windowRoot, modal, pushed, page, root

    /// Whether the coordinator fills its own stack or tab bar, not its host's stack.
    var isOwn: Bool { self == .windowRoot || self == .modal || self == .page }
  }

  /// A reference to a coordinator of the document.
  public struct Reference: Hashable, Sendable, Codable {
    /// Its index in ``StateDocument/coordinators``.
    package let index: Int
    /// The identifier in its engine.
    public let id: CoordinatorID

    init(_ index: Int, _ id: CoordinatorID = .none) { (self.index, self.id) = (index, id) }

    /// Reads an index.
    public init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the index, or the identifier if the document has identifiers.
    public func encode(to encoder: any Encoder) throws {
      let hasIdentifiers = (encoder as? ValueEncoder)?.style.hasIdentifiers == true
      var container = encoder.singleValueContainer()
      if hasIdentifiers { try container.encode(id) } else { try container.encode(index) }
    }
  }

  /// A route with the arguments that were passed in the call.
  public struct Origin: Hashable, Sendable, Codable {
    /// The name of the route.
    public internal(set) var name: String
    /// The arguments of the route.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
  }

  /// One screen.
  public struct Screen: Hashable, Sendable, Codable {
    /// The identifier of the screen.
    @InMemory public internal(set) var id: ScreenID = .none
    /// The name of its route or description.
    public internal(set) var name: String
    /// The arguments of the screen.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
    /// The coordinator that owns it.
    @InMemory public internal(set) var owner: CoordinatorID = .none
    /// The route of the screen, if it differs from name and arguments.
    public internal(set) var route: Origin?
    /// Whether it was created without a route of its owner.
    @Sparse public internal(set) var isMade: Bool = false
    /// Whether the user cannot swipe its layer away.
    @Sparse public internal(set) var isDismissDisabled: Bool = false
    /// Whether the user cannot swipe it back.
    @Sparse public internal(set) var isSwipeBackDisabled: Bool = false
  }

  /// One page of a tab bar.
  public struct Page: Hashable, Sendable, Codable {
    /// Unique within its tab bar.
    public internal(set) var id: String
    /// The title while the page is not selected.
    public internal(set) var title: String
    /// The name of its icon; empty for none.
    @Sparse public internal(set) var icon: String = ""
    /// The title while the page is selected, if it differs.
    public internal(set) var selectedTitle: String?
    /// The name of its icon while the page is selected, if it differs.
    public internal(set) var selectedIcon: String?
    /// The position among the pages, in ascending order.
    @Sparse public internal(set) var position: Int = 0
    /// Its badge; `nil` for none.
    public internal(set) var badge: String?
    /// The coordinator that fills it.
    public internal(set) var coordinator: Reference
    /// Whether it is selected.
    @Sparse public internal(set) var isSelected: Bool = false

    /// The current title.
    public var shownTitle: String { isSelected ? selectedTitle ?? title : title }
    /// The name of its current icon; empty for none.
    public var shownIcon: String { isSelected ? selectedIcon ?? icon : icon }
  }

  /// One coordinator.
  public struct Coordinator: Hashable, Sendable, Codable {
    /// The identifier of the coordinator.
    @InMemory public internal(set) var id: CoordinatorID = .none
    /// The name of its type.
    public internal(set) var type: String
    /// Whether it has screens or pages.
    public internal(set) var kind: CoordinatorKind
    /// How it is attached.
    public internal(set) var attachment: Attachment
    /// The index of its parent.
    package internal(set) var parent: Int?
    /// Its children, oldest first, pages before others.
    @InMemory package internal(set) var children: [Int] = []
    /// Whether it is a page that starts when it is selected for the first time.
    @Sparse public internal(set) var isLazy: Bool = false
    /// The arguments that it was created with.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
    /// The route of its parent that led to it.
    public internal(set) var route: Origin?
    /// The root that was set before it started.
    public internal(set) var root: Origin?
    /// The properties of its creation in addition to its arguments (`CoordinatorSetup`).
    @Sparse public internal(set) var setup: NavigationArguments = [:]
    /// Its own screens, from the bottom.
    @Sparse public internal(set) var stack: [Screen] = []
    /// Its pages in order; empty for a coordinator with a stack.
    @Sparse public internal(set) var pages: [Page] = []
    /// The screen around its pages; `nil` for the default tab bar.
    public internal(set) var tabView: Screen?
  }

  /// The position of a screen in a stack.
  public struct Place: Hashable, Sendable, Codable {
    /// The coordinator whose stack it is, or the layer.
    var coordinator: Int?
    var layer: Int?
    var index: Int
  }

  /// One layer of the window.
  public struct Layer: Hashable, Sendable, Codable {
    /// The identifier of the layer.
    @InMemory public internal(set) var id: LayerID = .none
    /// The name of its style.
    public internal(set) var style: String
    /// Whether the layer below has disappeared.
    @Sparse public internal(set) var isCovering: Bool = false
    /// Whether the user may swipe it away.
    @Sparse public internal(set) var isInteractive: Bool = false
    /// The coordinator that fills it or presented its screen.
    public internal(set) var owner: Reference
    /// The coordinator that presented it.
    public internal(set) var presenter: Reference?
    /// The screen that presented it, if it was a screen.
    public internal(set) var presenterScreen: Place?
    /// The heights at which it rests, if any were set.
    @Sparse public internal(set) var detents: [Detent] = []
    /// The titles of an alert's buttons, in order.
    @Sparse public internal(set) var buttons: [String] = []
    /// The screen that it shows, if it shows no coordinator's stack or tabs.
    var screen: Screen?
    /// The stack that it shows, if it was presented with one screen.
    @Sparse var stack: [Screen] = []
    /// Whether it is being removed.
    @InMemory public internal(set) var phase: LayerPhase = .presented

    /// The screens of its own that it shows, if it shows no coordinator's stack or tabs.
    public var screens: [Screen] { screen.map { [$0] } ?? stack }
    /// Whether ``owner`` itself fills the layer.
    public var showsOwner: Bool { screen == nil && stack.isEmpty }
  }

  /// The main coordinator and its descendants; empty before launch.
  @Sparse public internal(set) var coordinators: [Coordinator] = []
  /// The layers of the window, the root layer first; empty before launch.
  @Sparse public internal(set) var layers: [Layer] = []
  /// The frontmost coordinator.
  @InMemory public internal(set) var top: CoordinatorID? = nil
  /// The frontmost screen.
  @InMemory public internal(set) var front: Screen? = nil
  /// The screens that are visible, the front one first.
  @InMemory public internal(set) var visible: [Screen] = []
}

extension StateDocument.Screen {
  /// The flags of a screen with their fields, for restoring.
  static var flags: [(field: WritableKeyPath<Self, Bool>, flag: ScreenFlags)] {
    [
      (\.isDismissDisabled, .isDismissDisabled), (\.isSwipeBackDisabled, .isSwipeBackDisabled),
    ]
  }
}

/// Whether a layer is being removed.
public enum LayerPhase: String, EmptyValue, Codable, Sendable {
  /// It is shown.
  case presented
  /// The animation that removes it is running; the state no longer contains it.
  case dismissing

  /// The phase of a layer in a stored document.
  public static var empty: LayerPhase { presented }
}

extension Detent: Codable {
  /// Reads a name or a number.
  public init(from decoder: any Decoder) throws {
    let value = try NavigationValue(from: decoder)
    guard let detent = Detent(value) else {
      throw ((decoder as? ValueDecoder)?.style ?? .script)
        .wrong(decoder.codingPath, value, expected: "medium, large or a number greater than 0")
    }
    self = detent
  }

  /// Writes the name or number.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A coordinator of a document, with access to its relatives.
@dynamicMemberLookup
public struct CoordinatorNode: Hashable, Sendable {
  let document: StateDocument
  package let index: Int

  /// A field of the coordinator.
  ///
  /// - Parameter field: A property of ``StateDocument/Coordinator``.
  public subscript<Value>(
    dynamicMember field: KeyPath<StateDocument.Coordinator, Value>
  ) -> Value {
    document.coordinators[index][keyPath: field]
  }

  /// Its children, oldest first, pages before others.
  public var children: [CoordinatorNode] {
    document.coordinators[index].children.map { CoordinatorNode(document: document, index: $0) }
  }

  /// The page that it fills; `nil` if it fills none.
  public var page: StateDocument.Page? {
    document.coordinators[index].parent.flatMap { parent in
      document.coordinators[parent].pages.first { $0.coordinator.index == index }
    }
  }

  /// The child that fills the selected page.
  public var selectedChild: CoordinatorNode? {
    document.coordinators[index].pages.first(where: \.isSelected).map {
      CoordinatorNode(document: document, index: $0.coordinator.index)
    }
  }

  /// The child that is its root.
  public var rootChild: CoordinatorNode? { children.first { $0.attachment == .root } }
}

extension StateDocument {
  /// The main coordinator with its descendants.
  public var main: CoordinatorNode? { coordinators.isEmpty ? nil : node(0) }

  func node(_ index: Int) -> CoordinatorNode { CoordinatorNode(document: self, index: index) }

  /// Returns the coordinator of an identifier. Cost: O(coordinators).
  ///
  /// - Parameter id: The identifier to look up.
  /// - Returns: `nil` if the document does not contain it, or has no identifiers, as one that was
  ///   read from a file.
  public func coordinator(_ id: CoordinatorID) -> CoordinatorNode? {
    coordinators.firstIndex { $0.id == id }.map(node)
  }

  /// Returns the visible part of one of ``layers``. Cost: O(coordinators and their screens).
  ///
  /// - Parameter layer: One of ``layers`` of this document.
  public func face(of layer: Layer) -> LayerFace { LayerFace(layer, in: self) }

  // MARK: - What follows from it

  /// Sets the children of each coordinator.
  mutating func link() {
    for index in coordinators.indices {
      guard let parent = coordinators[index].parent else { continue }
      coordinators[parent].children.append(index)
    }
  }

  /// Returns the steps of a path below a coordinator, one for each child.
  static func steps(_ types: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return types.map { type in
      counts[type, default: 0] += 1
      let count = counts[type] ?? 1
      return count == 1 ? type : "\(type)#\(count)"
    }
  }

  /// The coordinators' paths: `Main/Checkout`; the second child of a type is `Main/Checkout#2`.
  var paths: [String] {
    var paths = coordinators.map(\.type)
    for (index, coordinator) in coordinators.enumerated() {
      let steps = Self.steps(coordinator.children.map { coordinators[$0].type })
      for (child, step) in zip(coordinator.children, steps) {
        paths[child] = "\(paths[index])/\(step)"
      }
    }
    return paths
  }

  /// For each coordinator, the one whose stack contains its screens. Cost: O(coordinators).
  var hosts: [Int] {
    var hosts: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      let isOwn = coordinator.attachment.isOwn
      hosts.append(isOwn ? index : coordinator.parent.map { hosts[$0] } ?? index)
    }
    return hosts
  }

  /// For each coordinator with a stack of its own, the screens on it with their owners, from the
  /// bottom: those of a root are below its parent's, those of pushed coordinators above. Cost:
  /// O(size).
  var stacks: [[(owner: Int, screen: Screen)]] {
    var stacks: [[(owner: Int, screen: Screen)]] = coordinators.map { _ in [] }
    func add(_ index: Int, to host: Int) {
      let coordinator = coordinators[index]
      for child in coordinator.children where coordinators[child].attachment == .root {
        add(child, to: host)
      }
      stacks[host] += coordinator.stack.map { (index, $0) }
      for child in coordinator.children where coordinators[child].attachment == .pushed {
        add(child, to: host)
      }
    }
    for index in coordinators.indices where coordinators[index].attachment.isOwn {
      add(index, to: index)
    }
    return stacks
  }

  /// The coordinators whose stacks have the tab bar of a root child as root. Cost: O(coordinators).
  var tabHosts: Set<Int> {
    let hosts = hosts
    return Set(
      coordinators.indices.lazy.filter {
        coordinators[$0].attachment == .root && coordinators[$0].kind == .tabs
      }.map { hosts[$0] })
  }
}

// MARK: - Documents on file

extension StateDocument {
  /// The name of the format, which identifies it to readers.
  static let format = "signalbox.snapshot"
  /// Increases with every change that an older reader would misunderstand.
  static let version = 3

  /// The document without identifiers as plain data; empty fields are omitted.
  ///
  /// - Throws: `notSerializable` for an argument without a representation in JSON; the error names
  ///   it.
  package var value: NavigationValue {
    get throws(NavigationError) {
      try checkArguments()
      var table = try NavigationArguments(encoding: self, in: .document("snapshot"))
      table["format"] = .string(Self.format)
      table["version"] = .integer(Self.version)
      return .table(table)
    }
  }

  /// Reads ``value``, or hand-written data: everything is checked here, so that all references of a
  /// document are valid.
  ///
  /// - Throws: `malformed`, with the path.
  package init(_ value: NavigationValue) throws(NavigationError) {
    guard case .table(let fields) = value, fields["format"] == .string(Self.format) else {
      throw NavigationError(.malformed, "this is not a snapshot: its format is not \(Self.format)")
    }
    let style = CodingStyle.document("snapshot")
    guard fields["version"] == .integer(Self.version) else {
      let key = ValueKey(stringValue: "version")
      throw style.wrong([key], fields["version"], expected: "\(Self.version)")
    }
    self = try value.decoded(in: style)
    try checkReferences()
    link()
    try checkTree()
    try checkLayers()
  }

  /// - Parameter objects: Creates the objects of the snapshot.
  /// - Throws: `malformed`, with the path, and the errors of the factories of objects.
  init(
    json: String, objects: ObjectReader = .withoutContents()
  ) throws(NavigationError) {
    try self.init(objects.value(of: try JSONReader.value(json)))
  }

  private func checkArguments() throws(NavigationError) {
    func check(_ arguments: NavigationArguments?, of what: @autoclosure () -> String)
      throws(NavigationError)
    {
      for field in arguments?.fields ?? [] where field.value.isNested {
        let path = "\(what()): argument \(field.name)"
        if let fault = JSONWriter.fault(in: field.value, at: path, depth: 10) { throw fault }
      }
    }
    func check(_ screen: Screen) throws(NavigationError) {
      try check(screen.arguments, of: "screen \(screen.id) \(screen.name)")
      try check(screen.route?.arguments, of: "the route of \(screen.name)")
    }
    for coordinator in coordinators {
      try check(
        coordinator.arguments, of: "coordinator \(coordinator.id) \(coordinator.type)")
      try check(coordinator.route?.arguments, of: "the route of \(coordinator.type)")
      try check(coordinator.root?.arguments, of: "the root of \(coordinator.type)")
      for screen in coordinator.stack { try check(screen) }
      if let view = coordinator.tabView { try check(view) }
    }
    for layer in layers { for screen in layer.screens { try check(screen) } }
  }
}

extension NavigationValue {
  /// Whether it may contain a value without a representation in JSON.
  fileprivate var isNested: Bool {
    switch self {
    case .boolean, .integer, .string: false
    case .number, .list, .table, .object: true
    }
  }
}
