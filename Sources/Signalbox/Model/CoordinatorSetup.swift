/// Properties of a coordinator in addition to its arguments: its style, its layer properties, and
/// its initially selected page.
///
/// ```swift
/// let home = try engine.makeCoordinator("Home", [:], CoordinatorSetup(currentPage: "settings"))
/// ```
public struct CoordinatorSetup: Hashable, Sendable {
  /// The default presentation style of the coordinator. A call or a route can specify another
  /// style. The value `automatic` selects the style of the coordinator's type.
  public var style: TransitionStyle
  /// The layer properties that override the style's values.
  public var layerTraits: LayerTraits
  /// The id of the page that a tab coordinator selects first, or `nil` to use the
  /// ``CoordinatorType/currentPage`` of its type.
  public var currentPage: String?

  /// Creates a setup. Omitted values are taken from the coordinator's type.
  ///
  /// - Parameters:
  ///   - style: The presentation style of the coordinator. `automatic` uses the style of the
  ///     coordinator's type.
  ///   - layerTraits: The layer properties that override the style's values.
  ///   - currentPage: The id of the page that a tab coordinator selects first, or `nil` to use the
  ///     ``CoordinatorType/currentPage`` of its type. An unknown id is rejected as `unknownPage`
  ///     when the coordinator is created.
  public init(
    style: TransitionStyle = .automatic, layerTraits: LayerTraits = LayerTraits(),
    currentPage: String? = nil
  ) {
    self.style = style
    self.layerTraits = layerTraits
    self.currentPage = currentPage
  }

  /// Checks the setup against a type. Throws `wrongKind` if the setup selects a page but the type's
  /// kind is not `tabs`, and `unknownPage` if the type does not declare the page. For a tab type
  /// without declared pages, the page is not checked, because the type's coordinators can set their
  /// pages when they start.
  func check(against type: CoordinatorType) throws(NavigationError) {
    guard let currentPage else { return }
    guard type.kind == .tabs else {
      throw NavigationError(
        .wrongKind,
        "\(type.name) has no pages, so currentPage \"\(currentPage)\" has no meaning",
        hint: "leave it out")
    }
    guard type.pages.isEmpty || type.pages.contains(where: { $0.id == currentPage }) else {
      throw NavigationError(
        .unknownPage, "\(type.name) has no page \"\(currentPage)\"",
        hint: nameHint(for: currentPage, in: type.pages.map(\.id)))
    }
  }
}

extension CoordinatorSetup {
  /// Returns the setup as plain data, for the state and for recordings. The table is empty if no
  /// property is set.
  func table(_ styles: StyleTable) -> NavigationArguments {
    var table = NavigationArguments()
    if style != .automatic {
      table["style"] = .string(styles.name(of: style))
    }
    table["isCovering"] = layerTraits.isCovering.map { .boolean($0) }
    table["isInteractive"] = layerTraits.isInteractive.map { .boolean($0) }
    if !layerTraits.detents.isEmpty { table["detents"] = .list(layerTraits.detents.map(\.value)) }
    table["message"] = layerTraits.message.map { .string($0) }
    if !layerTraits.fields.isEmpty { table["fields"] = .list(layerTraits.fields.map(\.value)) }
    table["currentPage"] = currentPage.map { .string($0) }
    return table
  }

  /// Creates a setup from a table that ``table(_:)`` returned. A style that is no longer registered
  /// becomes `automatic`.
  init(_ table: NavigationArguments, _ styles: StyleTable) {
    self.init()
    if case .string(let name) = table["style"] { style = styles.find(name) ?? .automatic }
    if case .boolean(let isCovering) = table["isCovering"] { layerTraits.isCovering = isCovering }
    if case .boolean(let isInteractive) = table["isInteractive"] {
      layerTraits.isInteractive = isInteractive
    }
    if case .list(let detents) = table["detents"] {
      layerTraits.detents = detents.compactMap { Detent($0) }
    }
    if case .string(let message) = table["message"] { layerTraits.message = message }
    layerTraits.fields = (try? table["fields"]?.decoded()) ?? []
    if case .string(let page) = table["currentPage"] { currentPage = page }
  }
}
