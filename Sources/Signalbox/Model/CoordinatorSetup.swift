/// What a coordinator is made with beside its arguments: how it is shown, and where its tabs begin.
///
/// ```swift
/// let home = try engine.makeCoordinator("Home", [:], CoordinatorSetup(currentPage: "settings"))
/// ```
public struct CoordinatorSetup: Hashable, Sendable {
  /// How others present it unless they say otherwise; `automatic` is as its type says.
  public var style: TransitionStyle
  /// How its layer differs from that style.
  public var layerTraits: LayerTraits
  /// The page that a tab coordinator starts on; `nil` is as its type says.
  public var currentPage: String?

  /// What its type says, unless given.
  public init(
    style: TransitionStyle = .automatic, layerTraits: LayerTraits = LayerTraits(),
    currentPage: String? = nil
  ) {
    self.style = style
    self.layerTraits = layerTraits
    self.currentPage = currentPage
  }

  /// Throws `wrongKind` for a page of a type without pages, and `unknownPage` for one that the type
  /// does not declare; a type that declares none may set its pages when it starts.
  func check(against type: CoordinatorType) throws(NavigationError) {
    guard let currentPage else { return }
    guard type.kind == .tabs else {
      throw NavigationError(
        .wrongKind,
        "\(type.name) has no pages, so that currentPage \"\(currentPage)\" means nothing",
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
  /// The setup as plain data, for records and recordings; empty where it says nothing.
  func table(_ styles: StyleTable) -> NavigationArguments {
    var table = NavigationArguments()
    if style != .automatic {
      table["style"] = .string(style == .push ? "push" : styles[style].name)
    }
    table["isCovering"] = layerTraits.isCovering.map { .boolean($0) }
    table["isInteractive"] = layerTraits.isInteractive.map { .boolean($0) }
    if !layerTraits.detents.isEmpty { table["detents"] = .list(layerTraits.detents.map(\.value)) }
    table["currentPage"] = currentPage.map { .string($0) }
    return table
  }

  /// The setup that ``table(_:)`` gave; a style that is not known any more is left out.
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
    if case .string(let page) = table["currentPage"] { currentPage = page }
  }
}
