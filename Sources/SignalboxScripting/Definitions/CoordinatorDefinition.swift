internal import LuaRuntime
internal import Signalbox

/// A script's definition of a coordinator type: `coordinator "Name" { … }` or `tabs "Name" { … }`.
@dynamicMemberLookup
final class CoordinatorDefinition {
  let name: String
  let kind: CoordinatorKind
  /// The functions of the definition: its own functions, and the functions of its base that it does
  /// not override.
  let methods: LuaTable
  /// The definition that this definition extends, if any.
  let base: CoordinatorDefinition?
  /// The number of definitions that this definition extends, directly or indirectly.
  let depth: Int

  /// The maximum of ``depth``, which is limited because method changes and the release of
  /// definitions are recursive.
  static let maxDepth = 100

  /// The properties that can change after the definition has been created. The methods are not
  /// included, because Lua retains them.
  struct Contents {
    /// The names of methods that are not inherited, stored only if the definition has a base.
    fileprivate var ownMethods: Set<String> = []
    fileprivate var extensions: [WeakDefinition] = []
    /// The location of the definition, or `nil` if the host defined the type.
    var place: ScriptLocation?
    var style: TransitionStyle = .sheet
    var layerTraits = LayerTraits()
    var popsToRootOnReselect = true
    var hasUnifiedStack = false
    var isWrapper = false
    var isSplit = false
    var parameters: [RouteParameter]?
    var routes: [String: ScriptedRoute] = [:]
    var links: [(pattern: String, handler: ScriptedHandler)] = []
    /// The fields that coordinators of this type implement with getters and setters.
    var properties: [String: ScriptedProperty] = [:]
    var pages: [PageDefinition] = []
    var currentPage: String?
    /// The tab view of a tab coordinator.
    var tabView: ScriptedTabView?
  }

  /// The properties that can change after the definition has been created. These properties are
  /// stored together so that they can be restored.
  var contents = Contents()

  subscript<Value>(dynamicMember member: WritableKeyPath<Contents, Value>) -> Value {
    get { contents[keyPath: member] }
    set { contents[keyPath: member] = newValue }
  }

  /// Creates a definition that initially has the contents of its base, if it has one.
  init(
    name: String, kind: CoordinatorKind, methods: LuaTable, extending base: CoordinatorDefinition?
  ) throws(LuaError) {
    self.name = name
    self.kind = kind
    self.methods = methods
    self.base = base
    depth = base.map { $0.depth + 1 } ?? 0
    guard let base else { return }
    copyValues(of: base)
    (contents.routes, contents.links, contents.properties) = (
      base.routes, base.links, base.properties
    )
    for pair in try base.methods.pairs {
      if let name = pair.key.text { try methods.set(name, pair.value) }
    }
    base.contents.extensions.removeAll { $0.definition == nil }
    base.contents.extensions.append(WeakDefinition(definition: self))
  }

  /// Copies all contents except routes, links, properties, methods, the location and the list of
  /// definitions that extend the definition.
  func copyValues(of other: CoordinatorDefinition) {
    var copy = other.contents
    (copy.ownMethods, copy.extensions) = (contents.ownMethods, contents.extensions)
    (copy.routes, copy.links) = (contents.routes, contents.links)
    (copy.properties, copy.place) = (contents.properties, contents.place)
    contents = copy
  }

  /// Sets a method of this definition, and of the definitions that extend it without overriding the
  /// method. If the value is `nil`, the base's method, if there is one, is restored.
  func setMethod(_ name: String, _ value: LuaValue) throws(LuaError) {
    if base != nil {
      if value == .nil {
        contents.ownMethods.remove(name)
      } else {
        contents.ownMethods.insert(name)
      }
    }
    let inherited = value == .nil ? try base?.methods.get(name) : nil
    try inherit(name, inherited ?? value)
  }

  private func inherit(_ name: String, _ value: LuaValue) throws(LuaError) {
    try methods.set(name, value)
    for extending in contents.extensions {
      guard let other = extending.definition, !other.contents.ownMethods.contains(name) else {
        continue
      }
      try other.inherit(name, value)
    }
  }

  /// Returns the definition's function with the given name, or `nil` if there is none.
  func method(_ name: String) -> LuaFunction? {
    (try? methods.get(name))?.function
  }
}

/// A weak reference to a definition that extends another definition and is updated together with
/// it.
private struct WeakDefinition {
  weak var definition: CoordinatorDefinition?
}

/// A field with a getter or a setter.
struct ScriptedProperty {
  var get: LuaFunction?
  var set: LuaFunction?
}

/// The definition of a tab view, which is the screen around the pages of a tab coordinator.
struct ScriptedTabView {
  var name: String
  var arguments = NavigationArguments()
  var route = ScriptedRoute()
}

/// A function, or the name of a method that may be defined later.
enum ScriptedHandler {
  case function(LuaFunction)
  case method(String)
}

/// The definition of a route.
struct ScriptedRoute {
  enum Title {
    case text(String)
    case function(LuaFunction)
  }

  var title: Title?
  var style: TransitionStyle = .automatic
  var layerTraits = LayerTraits()
  var screenTraits: ScreenTraits = []
  /// The handler that is called when the user goes back. If the handler returns `"handled"` or
  /// `true`, the screen remains.
  var onBack: ScriptedHandler?
  var parameters: [RouteParameter]?
  var actions: [ScriptedAction] = []
  /// The type of the coordinator to which the route leads.
  var coordinator: String?
  var onFinish: ScriptedHandler?
  /// The route that replaces the coordinator at the root after its flow has finished.
  var replacement: String?
  /// A function that chooses the replacement, based on the result.
  var replacementDecision: LuaFunction?
  /// A function that returns the destination of the route at run time.
  var factory: LuaFunction?
}

/// An action that the user can tap.
struct ScriptedAction {
  let label: String
  let handler: ScriptedHandler
  /// The purpose of the action if it is a button of an alert, or `nil` if it has no special
  /// purpose.
  var role: AlertButton.Role?

  /// Whether the handler is the method that is named after the label, as for an action without a
  /// handler. For a button, such a method is optional.
  var isOnlyLabel: Bool {
    if case .method(let name) = handler { name == Self.methodName(of: label) } else { false }
  }

  /// Returns the name of the method for an action without a handler. For example, "Apple Pay" calls
  /// `onApplePay`.
  static func methodName(of label: String) -> String {
    let words = label.split { !$0.isLetter && !$0.isNumber }
    return "on" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// A screen description that was created with `screen(name, { … })`.
final class ScreenDescription {
  let name: String
  private(set) var arguments = NavigationArguments()
  private(set) var title: ScriptedRoute.Title?
  private(set) var actions: [ScriptedAction] = []
  private(set) var traits: ScreenTraits = []

  init(name: String) { self.name = name }

  static let schema = DefinitionSchema<ScreenDescription>(
    "ScreenTable", "The keys of `screen(name, …)`.",
    [
      .title({ $0.title = $1 }),
      .arguments({ $0.arguments = $1 }, "the screen's arguments"),
      .actions({ $0.actions = $1 }, "the labels that the user can tap, as in a route"),
      .trait("dismissDisabled", .dismissDisabled, { $0.traits.insert($1) }, "as in a route"),
      .trait(
        "interactivePop", .swipeBackDisabled, isSet: false, { $0.traits.insert($1) },
        "as in a route"),
    ])

  var content: ScreenContent {
    ScreenContent(name: name, arguments: arguments, payload: self, traits: traits)
  }
}
