public import Signalbox

/// The method `definitions/list`, which lists the definitions of the application.
public enum DefinitionsListMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields

  /// The actions of a visible screen.
  public struct Actions: MessageFields {
    /// The name of the screen.
    public var screen: String
    /// The labels, in display order.
    @Sparse public var labels: [String] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("screen", .string, "the name of the screen"),
      MessageField("labels", .list(.string), optional: true, "the labels, in order"),
    ]
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The coordinator types, sorted by name.
    @Sparse public var coordinators: [DefinitionDocument] = []
    /// The application's own link patterns.
    @Sparse public var links: [String] = []
    /// The styles that the application registers in addition to the styles of the platform.
    @Sparse public var styles: [String] = []
    /// The actions that the user can currently tap.
    @Sparse public var actions: [Actions] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "coordinators", .list(.fields(DefinitionDocument.fields)), optional: true,
        "the coordinator types with their routes, sorted by name"),
      MessageField(
        "links", .list(.string), optional: true, "the link patterns of the application itself"),
      MessageField(
        "styles", .list(.string), optional: true,
        "the presentation styles that the application registers"),
      MessageField(
        "actions", .list(.fields(Actions.fields)), optional: true,
        "the actions that the user can currently tap, starting with the front screen"),
    ]
  }

  /// The name of the method.
  public static let name = "definitions/list"
  /// A short description of the method.
  public static let summary =
    "Returns the definitions of the application: coordinators, routes, arguments, links, and the "
    + "actions of the visible screens."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Returns the definitions.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    return Result(
      coordinators: engine.coordinatorTypeNames.compactMap { name in
        engine.coordinatorType(named: name).map { DefinitionDocument($0, of: engine) }
      },
      links: engine.registry.applicationLinkPatterns,
      styles: engine.registry.customStyleNames,
      actions: engine.tappableActions.map { Actions(screen: $0.screen, labels: $0.labels) })
  }
}
