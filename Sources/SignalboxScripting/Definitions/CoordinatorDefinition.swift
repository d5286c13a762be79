internal import LuaRuntime
internal import Signalbox

/// What a script says of a coordinator: `coordinator "Name" { … }` or `tabs "Name" { … }`.
final class CoordinatorDefinition {
  let name: String
  let kind: CoordinatorKind
  /// The functions of the definition: those in its table and those added to it later.
  let methods: LuaTable
  /// The line that made it; `nil` for one of the host.
  var place: ScriptLocation?
  var style: TransitionStyle = .sheet
  var layerTraits = LayerTraits()
  var popsToRootOnReselect = true
  var hasUnifiedStack = false
  var isWrapper = false
  var parameters: [RouteParameter]?
  var routes: [String: ScriptedRoute] = [:]
  var links: [(pattern: String, handler: ScriptedHandler)] = []
  /// Fields of its coordinators that functions read and write.
  var properties: [String: ScriptedProperty] = [:]
  var pages: [PageDefinition] = []
  var currentPage: String?

  init(name: String, kind: CoordinatorKind, methods: LuaTable) {
    self.name = name
    self.kind = kind
    self.methods = methods
  }

  /// A function of the definition; `nil` when it has none of that name.
  func method(_ name: String) -> LuaFunction? {
    (try? methods.get(name))?.function
  }
}

/// A field whose reading or writing runs a function.
struct ScriptedProperty {
  var get: LuaFunction?
  var set: LuaFunction?
}

/// A function, or the name of a method that may be defined later.
enum ScriptedHandler {
  case function(LuaFunction)
  case method(String)
}

/// What a script says of one route.
struct ScriptedRoute {
  enum Title {
    case text(String)
    case function(LuaFunction)
  }

  var title: Title?
  var style: TransitionStyle = .automatic
  var layerTraits = LayerTraits()
  var screenTraits: ScreenTraits = []
  /// Handles the user's going back; `true` keeps the engine from it.
  var onBack: ScriptedHandler?
  var parameters: [RouteParameter]?
  var actions: [ScriptedAction] = []
  /// The type of the coordinator that the route leads to.
  var coordinator: String?
  var onFinish: ScriptedHandler?
  /// The route that takes its place at the root when its flow has finished.
  var replacement: String?
  /// Chooses it from the result instead.
  var replacementDecision: LuaFunction?
  /// Decides at run time where the route leads.
  var factory: LuaFunction?
}

/// Something that the user can tap.
struct ScriptedAction {
  let label: String
  let handler: ScriptedHandler

  /// The method of an action without a handler of its own: "Apple Pay" calls `onApplePay`.
  static func methodName(of label: String) -> String {
    let words = label.split { !$0.isLetter && !$0.isNumber }
    return "on" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// What `screen(name, { … })` describes.
final class ScreenDescription {
  let name: String
  let arguments: NavigationArguments
  let title: ScriptedRoute.Title?
  let actions: [ScriptedAction]
  let traits: ScreenTraits

  init(
    name: String, arguments: NavigationArguments, title: ScriptedRoute.Title?,
    actions: [ScriptedAction], traits: ScreenTraits
  ) {
    self.name = name
    self.arguments = arguments
    self.title = title
    self.actions = actions
    self.traits = traits
  }

  var content: ScreenContent {
    ScreenContent(name: name, arguments: arguments, payload: self, traits: traits)
  }
}
