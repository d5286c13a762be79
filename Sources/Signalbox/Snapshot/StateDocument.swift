/// The visible state as a value, for comparing, rendering, saving and restoring.
///
/// Coordinators are listed in tree order, parents before their children. Numbers that refer to
/// coordinators are indices into this list. A document that was created by an engine also contains
/// identifiers; a document that was read from a snapshot does not. Creating a document costs O(size
/// of the visible state). To retain a state without reading it, use
/// ``NavigationReader/snapshot()``.
///
/// The fields declared here are part of snapshots, recordings and `app:state()`.
public struct StateDocument: Hashable, Sendable, Codable {
  /// A coordinator's attachment to its parent.
  public enum Attachment: String, Hashable, Sendable, Codable, CaseIterable {
    /// The coordinator shows no screens yet, such as a dependency before its first push.
    case none
    /// The coordinator is the main coordinator, which fills the lowest layer of the window.
    case windowRoot
    /// The coordinator was presented and has its own layer.
    case modal
    /// The coordinator was pushed, and its screens are on the stack of its host.
    case pushed
    /// The coordinator belongs to a page of a tab coordinator.
    case page
    /// The coordinator is the root of another coordinator, whose stack it shares.
    case root

    /// Whether the coordinator has its own stack or tab bar instead of sharing its host's stack.
    var isOwn: Bool { self == .windowRoot || self == .modal || self == .page }
  }

  /// A reference to a coordinator in the document.
  public struct Reference: Hashable, Sendable, Codable {
    /// The coordinator's index in ``StateDocument/coordinators``.
    package let index: Int
    /// The coordinator's identifier in its engine.
    public let id: CoordinatorID

    init(_ index: Int, _ id: CoordinatorID = .none) { (self.index, self.id) = (index, id) }

    /// Decodes an index.
    public init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    /// Encodes the index, or the identifier if the document contains identifiers.
    public func encode(to encoder: any Encoder) throws {
      let hasIdentifiers = (encoder as? ValueEncoder)?.style.hasIdentifiers == true
      var container = encoder.singleValueContainer()
      if hasIdentifiers { try container.encode(id) } else { try container.encode(index) }
    }
  }

  /// A route and the arguments that were passed to it.
  public struct Origin: Hashable, Sendable, Codable {
    /// The name of the route.
    public internal(set) var name: String
    /// The arguments of the route.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
  }

  /// A screen.
  public struct Screen: Hashable, Sendable {
    /// The identifier of the screen.
    @InMemory public internal(set) var id: ScreenID = .none
    /// The name of the screen's route or screen description.
    public internal(set) var name: String
    /// The arguments of the screen.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
    /// The coordinator that owns the screen.
    @InMemory public internal(set) var owner: CoordinatorID = .none
    /// The route and arguments that created the screen. The value is `nil` if they equal the
    /// screen's name and arguments, or if no route created the screen.
    public internal(set) var route: Origin?
    /// The values of the screen's ``ScreenField``s, by name.
    public internal(set) var details: NavigationArguments = [:]
  }

  /// A page of a tab bar.
  public struct Page: Hashable, Sendable, Codable {
    /// The id of the page, unique within the tab bar.
    public internal(set) var id: String
    /// The title while the page is not selected.
    public internal(set) var title: String
    /// The name of the icon, or an empty string if there is none.
    @Sparse public internal(set) var icon: String = ""
    /// The title while the page is selected, or `nil` if it equals ``title``.
    public internal(set) var selectedTitle: String?
    /// The name of the icon while the page is selected, or `nil` if it equals ``icon``.
    public internal(set) var selectedIcon: String?
    /// The declared sort position, or 0 if the page declares none.
    @Sparse public internal(set) var position: Int = 0
    /// The badge, or `nil` if there is none.
    public internal(set) var badge: String?
    /// The page's coordinator.
    public internal(set) var coordinator: Reference
    /// Whether the page is selected.
    @Sparse public internal(set) var isSelected: Bool = false

    /// The title that is currently shown.
    public var shownTitle: String { isSelected ? selectedTitle ?? title : title }
    /// The name of the icon that is currently shown, or an empty string if there is none.
    public var shownIcon: String { isSelected ? selectedIcon ?? icon : icon }
  }

  /// A coordinator.
  public struct Coordinator: Hashable, Sendable, Codable {
    /// The identifier of the coordinator.
    @InMemory public internal(set) var id: CoordinatorID = .none
    /// The name of the coordinator's type.
    public internal(set) var type: String
    /// The kind of the coordinator, which determines whether it contains screens or pages.
    public internal(set) var kind: CoordinatorKind
    /// The coordinator's attachment to its parent.
    public internal(set) var attachment: Attachment
    /// The index of the coordinator's parent, or `nil` if it has no parent.
    package internal(set) var parent: Int?
    /// The indices of the coordinator's children, oldest first. Pages precede other children.
    @InMemory package internal(set) var children: [Int] = []
    /// Whether the coordinator belongs to a page that has not been selected yet and starts when the
    /// page is first selected.
    @Sparse public internal(set) var isLazy: Bool = false
    /// The arguments that were passed when the coordinator was created.
    @Sparse public internal(set) var arguments: NavigationArguments = [:]
    /// The parent's route that created the coordinator, or `nil` if no route created the
    /// coordinator.
    public internal(set) var route: Origin?
    /// The route that was set as the root before the coordinator started, or `nil` if there is
    /// none.
    public internal(set) var root: Origin?
    /// The properties that were set when the coordinator was created, in addition to its arguments
    /// (`CoordinatorSetup`).
    @Sparse public internal(set) var setup: NavigationArguments = [:]
    /// The coordinator's own screens, from bottom to top.
    @Sparse public internal(set) var stack: [Screen] = []
    /// The coordinator's pages, in display order. The array is empty if the coordinator has a
    /// stack.
    @Sparse public internal(set) var pages: [Page] = []
    /// The tab view, which is shown around the coordinator's pages, or `nil` if the default tab bar
    /// is used.
    public internal(set) var tabView: Screen?
  }

  /// The position of a screen in a stack.
  public struct ScreenPosition: Hashable, Sendable, Codable {
    /// The index of the coordinator that owns the stack, or `nil` if the stack belongs to a layer.
    var coordinator: Int?
    var layer: Int?
    var index: Int
  }

  /// A layer of the window.
  public struct Layer: Hashable, Sendable, Codable {
    /// The identifier of the layer.
    @InMemory public internal(set) var id: LayerID = .none
    /// The name of the layer's presentation style.
    public internal(set) var style: String
    /// Whether the layer below is hidden.
    @Sparse public internal(set) var isCovering: Bool = false
    /// Whether the user may swipe the layer away.
    @Sparse public internal(set) var isInteractive: Bool = false
    /// The coordinator whose content the layer shows or, if the layer has its own screens, the
    /// coordinator that presented them.
    public internal(set) var owner: Reference
    /// The coordinator that presented the layer, or `nil` for the root layer.
    public internal(set) var presenter: Reference?
    /// The screen that presented the layer, or `nil` if no screen presented it.
    public internal(set) var presenterScreen: ScreenPosition?
    /// The resting heights of the layer. The array is empty if none have been set.
    @Sparse public internal(set) var detents: [Detent] = []
    /// The message that was passed when an alert was presented, or `nil` if there is none.
    public internal(set) var message: String?
    /// The text fields of an alert, with their current contents, in display order.
    @Sparse public internal(set) var fields: [AlertField] = []
    /// The buttons that were passed when an alert was presented, in display order.
    @Sparse public internal(set) var buttons: [AlertButton.Label] = []
    /// The only screen of the layer, or `nil` if the layer shows a stack or a tab bar.
    var screen: Screen?
    /// The screens of the layer's own stack. The array is empty if the layer does not have its own
    /// stack.
    @Sparse var stack: [Screen] = []
    /// Whether the layer is presented or being removed.
    @InMemory public internal(set) var phase: LayerPhase = .presented

    /// The layer's own screens. The array is empty if the layer shows a coordinator's stack or
    /// tabs.
    public var screens: [Screen] { screen.map { [$0] } ?? stack }
    /// Whether the layer shows the content of its ``owner``.
    public var showsOwner: Bool { screen == nil && stack.isEmpty }
  }

  /// The main coordinator and its descendants. The array is empty before launch.
  @Sparse public internal(set) var coordinators: [Coordinator] = []
  /// The layers of the window, starting with the root layer. The array is empty before launch.
  @Sparse public internal(set) var layers: [Layer] = []
  /// The frontmost coordinator, or `nil` before launch and in a document that was read from a
  /// snapshot.
  @InMemory public internal(set) var top: CoordinatorID? = nil
  /// The frontmost screen, or `nil` if there is none or if the document was read from a snapshot.
  @InMemory public internal(set) var front: Screen? = nil
  /// The visible screens, front screen first. The array is empty if the document was read from a
  /// snapshot.
  @InMemory public internal(set) var visible: [Screen] = []
}

/// The phase of a layer: presented or being removed.
public enum LayerPhase: String, EmptyValue, Codable, Sendable {
  /// The layer is presented.
  case presented
  /// The layer's removal is being animated. The state no longer contains the layer.
  case dismissing

  /// The phase of all layers in a stored document.
  public static var empty: LayerPhase { presented }
}

extension Detent: Codable {
  /// Decodes a name or a number.
  public init(from decoder: any Decoder) throws {
    let value = try NavigationValue(from: decoder)
    guard let detent = Detent(value) else {
      throw ((decoder as? ValueDecoder)?.style ?? .script)
        .wrong(decoder.codingPath, value, expected: "medium, large or a number greater than 0")
    }
    self = detent
  }

  /// Encodes the name or number.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A coordinator in a document, with access to related coordinators.
@dynamicMemberLookup
public struct CoordinatorNode: Hashable, Sendable {
  let document: StateDocument
  package let index: Int

  /// The value of one of the coordinator's fields.
  ///
  /// - Parameter field: A property of ``StateDocument/Coordinator``.
  public subscript<Value>(
    dynamicMember field: KeyPath<StateDocument.Coordinator, Value>
  ) -> Value {
    document.coordinators[index][keyPath: field]
  }

  /// The coordinator's children, oldest first. Pages precede other children. Cost: O(children).
  public var children: [CoordinatorNode] {
    document.coordinators[index].children.map { CoordinatorNode(document: document, index: $0) }
  }

  /// The page that the coordinator belongs to, or `nil` if the coordinator does not belong to a
  /// page.
  public var page: StateDocument.Page? {
    document.coordinators[index].parent.flatMap { parent in
      document.coordinators[parent].pages.first { $0.coordinator.index == index }
    }
  }

  /// The child that is the coordinator of the selected page, if any.
  public var selectedChild: CoordinatorNode? {
    document.coordinators[index].pages.first(where: \.isSelected).map {
      CoordinatorNode(document: document, index: $0.coordinator.index)
    }
  }

  /// The child that is the coordinator's root, if any.
  public var rootChild: CoordinatorNode? { children.first { $0.attachment == .root } }
}

extension StateDocument {
  /// The main coordinator and its descendants, or `nil` before launch.
  public var main: CoordinatorNode? { coordinators.isEmpty ? nil : node(0) }

  /// All screens, whether or not they are visible: for each coordinator, its screens and its tab
  /// view, followed by the screens of layers.
  package var shownScreens: [Screen] {
    coordinators.flatMap { $0.stack + ($0.tabView.map { [$0] } ?? []) } + layers.flatMap(\.screens)
  }

  func node(_ index: Int) -> CoordinatorNode { CoordinatorNode(document: self, index: index) }

  /// Returns the coordinator with the given identifier. Cost: O(coordinators).
  ///
  /// - Parameter id: The identifier to look up.
  /// - Returns: The coordinator, or `nil` if the document does not contain the coordinator, or was
  ///   read from a file and has no identifiers.
  public func coordinator(_ id: CoordinatorID) -> CoordinatorNode? {
    coordinators.firstIndex { $0.id == id }.map(node)
  }

  /// Returns the visible part of a layer. Cost: O(coordinators + screens).
  ///
  /// - Parameter layer: One of this document's ``layers``.
  public func face(of layer: Layer) -> LayerFace { LayerFace(layer, in: self) }

  // MARK: - Derived properties

  /// Sets the children of each coordinator, based on the parents of all coordinators.
  mutating func link() {
    for index in coordinators.indices {
      guard let parent = coordinators[index].parent else { continue }
      coordinators[parent].children.append(index)
    }
  }

  /// Returns the path components for a coordinator's children, given the names of the children's
  /// types.
  static func steps(_ types: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return types.map { type in
      counts[type, default: 0] += 1
      let count = counts[type] ?? 1
      return count == 1 ? type : "\(type)#\(count)"
    }
  }

  /// The paths of the coordinators, such as `Main/Checkout`. A second child of the same type is
  /// `Main/Checkout#2`.
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

  /// For each coordinator, the coordinator whose stack contains its screens. Cost: O(coordinators).
  var hosts: [Int] {
    var hosts: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      let isOwn = coordinator.attachment.isOwn
      hosts.append(isOwn ? index : coordinator.parent.map { hosts[$0] } ?? index)
    }
    return hosts
  }

  /// For each coordinator, the screens on its own stack and their owners, from bottom to top. The
  /// list is empty for a coordinator without its own stack. The screens of a root child are below
  /// its parent's screens, and the screens of pushed children are above them. Cost: O(size).
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

  /// The coordinators whose stacks have a root child's tab bar at the bottom. Cost:
  /// O(coordinators).
  var tabHosts: Set<Int> {
    let hosts = hosts
    return Set(
      coordinators.indices.lazy.filter {
        coordinators[$0].attachment == .root && coordinators[$0].kind == .tabs
      }.map { hosts[$0] })
  }
}

// MARK: - Stored documents

extension StateDocument {
  /// The name that identifies the format to readers.
  static let format = "signalbox.snapshot"
  /// The version of the format. It increases with every change that older readers would
  /// misinterpret.
  static let version = 3

  /// The document as plain data, without identifiers and without empty fields.
  ///
  /// - Throws: `notSerializable` with the argument's name if JSON cannot represent an argument.
  package var value: NavigationValue {
    get throws(NavigationError) {
      try checkArguments()
      var table = try NavigationArguments(encoding: self, in: .document("snapshot"))
      table["format"] = .string(Self.format)
      table["version"] = .integer(Self.version)
      return .table(table)
    }
  }

  /// Creates a document from a ``value`` or from hand-written data. This initializer checks all
  /// contents, so that all references in the document are valid.
  ///
  /// - Throws: `malformed` with the path of the malformed value.
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

  /// - Parameter objects: The reader that creates the objects in the snapshot.
  /// - Throws: `malformed` with the path of the malformed value, and errors that object factories
  ///   throw.
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
  /// Whether the value may contain a value that JSON cannot represent.
  fileprivate var isNested: Bool {
    switch self {
    case .boolean, .integer, .string: false
    case .number, .list, .table, .object: true
    }
  }
}
