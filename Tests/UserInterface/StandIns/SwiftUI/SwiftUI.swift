public import UIKit

// Stand-ins for the part of SwiftUI that SignalboxUI uses: views are evaluated to a tree of nodes,
// which a simulated scene presents without drawing.

/// A view, as in SwiftUI.
@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view that creates its own node.
@MainActor
public protocol PrimitiveView: View where Body == Never {
  func render(into node: Node)
}

extension Never: View {
  public var body: Never { preconditionFailure("a view without a body was asked for it") }
}

extension PrimitiveView {
  public var body: Never { preconditionFailure("a view without a body was asked for it") }
}

/// The evaluated content of a view.
@MainActor
public final class Node {
  /// A layer that the view presents.
  struct Presentation {
    let id: AnyHashable
    let style: String
    /// Sets the binding to `nil`. This has no effect for an alert.
    let dismiss: @MainActor () -> Void
    let render: @MainActor () -> Node
  }

  /// A text field.
  public struct Field {
    public let title: String
    public let text: String
    public let isSecure: Bool
    public var keyboard = UIKeyboardType.default
    /// Called with the text that the user types.
    public let enter: @MainActor (String) -> Void
  }

  /// A page of tabs.
  public struct Page {
    public let tag: String
    public let label: String
    public let badge: String?
    public let node: Node
  }

  public internal(set) var texts: [String] = []
  public internal(set) var title: String?
  /// The transition with which the view appears and disappears.
  public internal(set) var transition: String?
  public internal(set) var children: [Node] = []
  public internal(set) var isDismissDisabled = false
  public internal(set) var detents: Set<PresentationDetent> = []
  public internal(set) var buttons:
    [(title: String, role: ButtonRole?, action: @MainActor () -> Void)] = []
  public internal(set) var fields: [Field] = []
  /// The path of a stack, if the node is a stack: its length, and a function that the user's
  /// navigation calls.
  public internal(set) var path: (count: Int, pop: @MainActor (_ kept: Int) -> Void)?
  /// The screens of the path.
  public internal(set) var destinations: [Node] = []
  /// The columns of a split view.
  public struct Split {
    public let sidebar: Node
    public let detail: Node
    /// Whether only one column is shown.
    public let isCollapsed: Bool
    /// Goes back to the sidebar of a collapsed split view.
    public let back: @MainActor () -> Void
  }

  /// The columns, if the node is a split view.
  public internal(set) var split: Split?
  /// The pages, if the node is a tab bar, each with a function for the user's tap.
  public internal(set) var pages: [Page]?
  public internal(set) var selection = ""
  public internal(set) var tap: @MainActor (String) -> Void = { _ in }
  var tag = ""
  var identity: AnyHashable?
  var badge: String?
  var tabItem: Node?
  var makeDestination: (@MainActor (AnyHashable) -> Node)?
  var presentations: [Presentation] = []
  var appear: [@MainActor () -> Void] = []
  var disappear: [@MainActor () -> Void] = []

  static func of(_ view: some View) -> Node {
    let node = Node()
    node.render(view)
    return node
  }

  func render(_ view: some View) {
    if let primitive = view as? any PrimitiveView {
      primitive.render(into: self)
    } else {
      render(view.body)
    }
  }

  /// The presentations of the view and its subviews.
  var allPresentations: [Presentation] {
    presentations + children.flatMap(\.allPresentations)
  }

  /// Whether the view is a stack, a split view or a tab bar.
  var isContainer: Bool { path != nil || split != nil || pages != nil }
  /// Whether the view shows nothing.
  public var isEmpty: Bool { texts.isEmpty && children.allSatisfy(\.isEmpty) && path == nil }

  var allAppear: [@MainActor () -> Void] { appear + children.flatMap(\.allAppear) }
  var allDisappear: [@MainActor () -> Void] { disappear + children.flatMap(\.allDisappear) }

  /// The buttons of the view and its subviews.
  public var allButtons: [(title: String, role: ButtonRole?, action: @MainActor () -> Void)] {
    buttons + children.flatMap(\.allButtons)
  }
  /// The text fields of the view and its subviews.
  public var allFields: [Field] { fields + children.flatMap(\.allFields) }
  /// The texts of the view and its subviews.
  public var allTexts: [String] { texts + children.flatMap(\.allTexts) }

  /// Returns the outermost node that matches, in pre-order.
  public func first(where matches: (Node) -> Bool) -> Node? {
    if matches(self) { return self }
    for child in children { if let found = child.first(where: matches) { return found } }
    return nil
  }
}

@MainActor
@propertyWrapper
public struct Binding<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

/// Bindings to the properties of an observable object.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: Bindable<Value> { self }

  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding {
      object[keyPath: path]
    } set: {
      object[keyPath: path] = $0
    }
  }
}

/// The context of a view change.
public struct Transaction {
  public var disablesAnimations = false

  public init() {}

  /// Whether animations are disabled for changes since the last evaluation of views.
  @MainActor private static var isStill = false

  /// Returns whether the next transition is animated, and resets the flag.
  @MainActor
  static func takeAnimation() -> Bool {
    defer { isStill = false }
    return !isStill
  }

  @MainActor
  fileprivate static func perform<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result {
    // Views are evaluated once for all changes of a turn.
    isStill = isStill || transaction.disablesAnimations
    return try body()
  }
}

@MainActor
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try Transaction.perform(transaction, body)
}

@MainActor
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> GroupView {
    var views: [@MainActor (Node) -> Void] = []
    for view in repeat each content { views.append { $0.children.append(Node.of(view)) } }
    return GroupView(views: views)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> {
    OptionalView(content: content)
  }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> EitherView<First, Second> {
    .first(first)
  }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> EitherView<First, Second> {
    .second(second)
  }
}

public struct EmptyView: PrimitiveView {
  public init() {}
  public func render(into node: Node) {}
}

public struct GroupView: PrimitiveView {
  let views: [@MainActor (Node) -> Void]
  public func render(into node: Node) { for view in views { view(node) } }
}

public struct OptionalView<Content: View>: PrimitiveView {
  let content: Content?
  public func render(into node: Node) { if let content { node.render(content) } }
}

public enum EitherView<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)

  public func render(into node: Node) {
    switch self {
    case .first(let view): node.render(view)
    case .second(let view): node.render(view)
    }
  }
}

public struct Text: PrimitiveView {
  let text: String
  public init(_ text: String) { self.text = text }
  public func render(into node: Node) { node.texts.append(text) }
}

public struct Image: PrimitiveView {
  let name: String
  public init(_ name: String) { self.name = name }
  public init(systemName name: String) { self.name = "system \(name)" }
  public func render(into node: Node) { node.texts.append(name) }
}

public struct Label<Title: View, Icon: View>: PrimitiveView {
  let title: Title
  let icon: Icon
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    (self.title, self.icon) = (title(), icon())
  }
  public func render(into node: Node) {
    node.texts.append((Node.of(icon).texts + Node.of(title).texts).joined(separator: " "))
  }
}

public struct Button: PrimitiveView {
  let title: String
  let role: ButtonRole?
  let action: @MainActor () -> Void
  public init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    (self.title, self.role, self.action) = (title, role, action)
  }
  public func render(into node: Node) { node.buttons.append((title, role, action)) }
}

public enum ButtonRole: Sendable { case cancel, destructive }

public struct TextField: PrimitiveView {
  let title: String
  let text: Binding<String>
  public init(_ title: String, text: Binding<String>) { (self.title, self.text) = (title, text) }
  public func render(into node: Node) {
    let text = text
    node.fields.append(
      Node.Field(title: title, text: text.wrappedValue, isSecure: false) { text.wrappedValue = $0 })
  }
}

public struct SecureField: PrimitiveView {
  let title: String
  let text: Binding<String>
  public init(_ title: String, text: Binding<String>) { (self.title, self.text) = (title, text) }
  public func render(into node: Node) {
    let text = text
    node.fields.append(
      Node.Field(title: title, text: text.wrappedValue, isSecure: true) { text.wrappedValue = $0 })
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  let data: Data
  let content: (Data.Element) -> Content

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    (self.data, self.content) = (data, content)
  }
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    (self.data, self.content) = (data, content)
  }
  public func render(into node: Node) {
    for element in data { node.children.append(Node.of(content(element))) }
  }
}

public struct NavigationStack<Element: Hashable, Root: View>: PrimitiveView {
  let path: Binding<[Element]>
  let root: Root

  public init(path: Binding<[Element]>, @ViewBuilder root: () -> Root) {
    (self.path, self.root) = (path, root())
  }

  public func render(into node: Node) {
    let root = Node.of(root)
    node.children.append(root)
    let path = path
    let elements = path.wrappedValue
    node.path = (elements.count, { path.wrappedValue = Array(path.wrappedValue.prefix($0)) })
    let make = root.first { $0.makeDestination != nil }?.makeDestination
    node.destinations = elements.compactMap { make?(AnyHashable($0)) }
  }
}

public enum NavigationSplitViewColumn: Hashable, Sendable { case sidebar, content, detail }

/// Shows one column if the horizontal size class is compact, and sets the column when the user goes
/// back.
public struct NavigationSplitView<Sidebar: View, Detail: View>: PrimitiveView {
  let column: Binding<NavigationSplitViewColumn>
  let sidebar: Sidebar
  let detail: Detail

  public init(
    preferredCompactColumn column: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {
    (self.column, self.sidebar, self.detail) = (column, sidebar(), detail())
  }

  public func render(into node: Node) {
    let (column, isCollapsed) = (column, EnvironmentValues.current.horizontalSizeClass == .compact)
    let split = Node.Split(
      sidebar: Node.of(sidebar), detail: Node.of(detail), isCollapsed: isCollapsed
    ) { column.wrappedValue = .sidebar }
    node.split = split
    let isDetailOnTop = column.wrappedValue == .detail
    node.children =
      if isCollapsed { [isDetailOnTop ? split.detail : split.sidebar] } else {
        [split.sidebar, split.detail]
      }
  }
}

public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

public struct EnvironmentValues: Sendable {
  public var horizontalSizeClass: UserInterfaceSizeClass? = .regular
  public var scenePhase = ScenePhase.active

  /// The values for the evaluation of views.
  @MainActor static var current = EnvironmentValues()
}

@MainActor
@propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}

public struct AnyView: PrimitiveView {
  private let view: any View
  public init(_ view: some View) { self.view = view }
  public func render(into node: Node) { node.render(view) }
}

public struct Animation: Sendable {
  public static let `default` = Animation()
}

public enum Edge: Sendable { case top, leading, bottom, trailing }

public struct AnyTransition: Sendable {
  public let name: String
  public static let opacity = AnyTransition(name: "opacity")
  public static func move(edge: Edge) -> AnyTransition { AnyTransition(name: "move \(edge)") }
}

public struct TabView<Content: View>: PrimitiveView {
  let selection: Binding<String>
  let content: Content

  public init(selection: Binding<String>, @ViewBuilder content: () -> Content) {
    (self.selection, self.content) = (selection, content())
  }

  public func render(into node: Node) {
    let inner = Node.of(content)
    node.selection = selection.wrappedValue
    let selection = selection
    node.tap = { selection.wrappedValue = $0 }
    node.pages = inner.children.map {
      Node.Page(
        tag: $0.tag, label: $0.tabItem?.texts.joined() ?? "", badge: $0.badge, node: $0)
    }
    // Only the selected page is visible.
    node.children = inner.children.filter { $0.tag == node.selection }
  }
}

public enum PresentationDetent: Hashable, Sendable {
  case medium, large
  case fraction(Double)
  case height(Double)
}

public enum Visibility: Sendable { case automatic, visible, hidden }
