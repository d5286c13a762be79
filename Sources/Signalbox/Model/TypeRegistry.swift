/// Identifies a link pattern that was added with ``TypeRegistry/addLink(_:open:)``.
public struct LinkID: Hashable, Sendable {
  let number: Int
}

/// An engine's registrations: coordinator types with their links, presentation styles, application
/// links, and object factories. Benchmark: `W1`.
public final class TypeRegistry {
  /// A link pattern of the application, with the closure that handles matching links.
  fileprivate struct ApplicationLink {
    let id: LinkID
    let pattern: String
    let open: (LinkMatch) throws -> LinkAnswer
  }

  /// The registrations that ``restore(_:)`` replaces.
  fileprivate struct Tables {
    var types: ContiguousArray<RegisteredType?> = []
    var styles = StyleTable.standard
    var styleSymbols: ContiguousArray<Symbol> = []
    /// The application's links, in the order in which they were added.
    var applicationLinks: [ApplicationLink] = []
    var lastLink = 0
    /// The functions that rewrite links, keyed by lowercase scheme.
    var schemes: [String: (String) throws -> String?] = [:]
    /// The identities of the coordinator classes with typed routes, keyed by type name.
    var classes: [String: ObjectIdentifier] = [:]
    /// The functions that recreate the objects in documents, keyed by name.
    var objectFactories: [String: ObjectFactory] = [:]
  }

  /// Identifies this engine in the types that are registered with it.
  private let registrar = CoordinatorType.Registrar()
  private let symbols: SymbolTable
  private let links = LinkTable()
  @exclusivity(unchecked) private var tables = Tables() { didSet { saved = nil } }
  /// The current registrations, if a checkpoint has saved them and they have not changed since.
  private var saved: Contents?
  /// The identities of the coordinator classes with typed routes, keyed by type name.
  var classes: [String: ObjectIdentifier] {
    get { tables.classes }
    set { tables.classes = newValue }
  }
  /// The ``RouteForms`` of the typed routes, keyed by the identity of the route type.
  var routeForms: [ObjectIdentifier: AnyObject] = [:] { didSet { saved = nil } }

  init(_ symbols: SymbolTable) {
    self.symbols = symbols
    tables.styleSymbols = ContiguousArray(
      tables.styles.styles.map { symbols.intern($0.name) })
  }

  /// A copy of the registrations at one point in time.
  final class Contents {
    fileprivate let tables: Tables
    fileprivate let links: LinkTable.Contents
    fileprivate let routeForms: [ObjectIdentifier: AnyObject]

    fileprivate init(_ registry: TypeRegistry) {
      (tables, routeForms) = (registry.tables, registry.routeForms)
      links = registry.links.contents
    }
  }

  /// A copy of the registrations that ``restore(_:)`` accepts. Cost: O(1), but the next
  /// registration copies the tables.
  var contents: Contents {
    if let saved, links.isUnchanged(since: saved.links) { return saved }
    let contents = Contents(self)
    saved = contents
    return contents
  }

  /// Restores saved registrations. Cost: O(1) if no link pattern has changed. Otherwise, the tree
  /// of patterns is rebuilt.
  func restore(_ contents: Contents) {
    if saved !== contents {
      tables = contents.tables
      routeForms = contents.routeForms
      saved = contents
    }
    links.restore(contents.links)
  }

  @inline(__always)
  var types: ContiguousArray<RegisteredType?> { tables.types }

  @inline(__always)
  var styles: StyleTable { tables.styles }

  // MARK: - Coordinator types

  @inline(__always)
  func registered(_ symbol: Symbol) -> RegisteredType? {
    Int(symbol.rawValue) < tables.types.count ? tables.types[Int(symbol.rawValue)] : nil
  }

  func type(named name: String) -> RegisteredType? {
    symbols.find(name).flatMap { registered($0) }
  }

  func type(named name: String, for operation: String) throws(NavigationError) -> RegisteredType {
    if let type = type(named: name) { return type }
    throw NavigationError(
      .unknownCoordinator, "\(operation): there is no coordinator \"\(name)\"",
      hint: nameHint(for: name, in: typeNames))
  }

  func type(_ symbol: Symbol, for operation: String) throws(NavigationError) -> RegisteredType {
    if let type = registered(symbol) { return type }
    return try type(named: symbols[symbol], for: operation)
  }

  /// The sorted names of all types.
  var typeNames: [String] { types.compactMap { $0?.type.name }.sorted() }

  func register(_ type: CoordinatorType) throws(NavigationError) {
    guard type.registrar == nil || type.registrar === registrar else {
      throw NavigationError(
        .badArgument,
        "register: coordinator type \"\(type.name)\" is registered in another engine",
        hint: "create a type for each engine: CoordinatorType(name: \"\(type.name)\", …)")
    }
    guard !type.isSplit || type.kind == .navigation else {
      throw NavigationError(
        .badArgument,
        "register: coordinator type \"\(type.name)\" has isSplit and the kind tabs",
        hint: "only a coordinator of kind navigation can be a split view; change kind or remove "
          + "isSplit")
    }
    var type = type
    type.registrar = registrar
    let symbol = symbols.intern(type.name)
    let routes = type.routes.map { (symbols.intern($0.key), $0.value) }
    try links.replace(type.links.map(\.pattern), of: symbol)
    for page in type.pages {
      for name in [page.id, page.title, page.icon] { _ = symbols.intern(name) }
    }
    while tables.types.count <= Int(symbol.rawValue) { tables.types.append(nil) }
    tables.types[Int(symbol.rawValue)] = RegisteredType(
      type, symbol: symbol, routes: routes, symbols)
  }

  /// Removes a coordinator type and its link patterns. Has no effect if the name is unknown.
  ///
  /// Existing coordinators of the type remain, without routes. Cost: O(all patterns).
  ///
  /// - Parameter name: The registered name of the type.
  public func unregister(coordinatorType name: String) {
    guard let symbol = symbols.find(name), registered(symbol) != nil else { return }
    tables.types[Int(symbol.rawValue)] = nil
    // The patterns of the other types were accepted when they were registered, so none of them is
    // rejected now.
    try? links.replace([], of: symbol)
  }

  // MARK: - Styles

  func symbol(of style: TransitionStyle) -> Symbol { tables.styleSymbols[Int(style.rawValue) - 1] }

  func style(named name: String) throws(NavigationError) -> TransitionStyle {
    if let style = styles.find(name) { return style }
    if name == PresentationStyle.none {
      throw NavigationError(
        .unknownStyle, "style \"none\" cannot present: UIKit has no presentation for it",
        hint: "use \"automatic\" for the style that the route declares")
    }
    throw NavigationError(
      .unknownStyle, "unknown style \"\(name)\"", hint: nameHint(for: name, in: styles.names))
  }

  func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    guard !PresentationStyle.isReserved(style.name) else {
      throw NavigationError(
        .badArgument, "presentationStyle \"\(style.name)\" is already defined by the platform",
        hint: "choose another name")
    }
    let number = try tables.styles.register(style)
    if number.isPush { return number }
    while tables.styleSymbols.count < tables.styles.styles.count {
      tables.styleSymbols.append(.none)
    }
    tables.styleSymbols[Int(number.rawValue) - 1] = symbols.intern(style.name)
    return number
  }

  /// Removes a registered presentation style. Existing layers and screens keep the style.
  ///
  /// - Parameter name: The name of a registered style. Platform styles and unknown names are
  ///   ignored.
  public func unregister(style name: String) { tables.styles.remove(name) }

  /// The sorted names that ``NavigationEngine/transitionStyle(named:)`` accepts.
  package var transitionStyleNames: [String] { styles.names }

  /// The sorted names of the registered presentation styles. Cost: O(n log n) for n styles.
  public var customStyleNames: [String] {
    let builtIn = Set(StyleTable.standard.names)
    return styles.names.filter { !builtIn.contains($0) }
  }

  /// Returns the registered style with the given name, or `nil` if no style with the name is
  /// registered.
  ///
  /// - Parameter name: One of the ``customStyleNames``.
  public func customStyle(named name: String) -> PresentationStyle? {
    guard StyleTable.standard.find(name) == nil else { return nil }
    return styles.find(name).map { styles.style($0) }
  }

  // MARK: - Links

  func matches(_ url: String) -> [LinkTable.Match] { links.matches(url) }

  /// A hint for a link that matches no pattern. The hint lists up to five patterns, those of
  /// coordinator types first.
  var linkHint: String {
    let patterns =
      types.compactMap { $0?.type.links.map(\.pattern) }.joined() + applicationLinkPatterns
    if patterns.isEmpty { return "no coordinator declares links" }
    let shown = patterns.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    return "declared: \(shown)" + (patterns.count > 5 ? " and \(patterns.count - 5) more" : "")
  }

  /// The patterns of the application's own links, in the order in which they were added.
  public var applicationLinkPatterns: [String] { links.patterns(of: .none) }

  /// Adds a link pattern for links that no running coordinator handles. More specific patterns are
  /// tried first, and equally specific patterns are tried in the order in which they were added.
  ///
  /// Cost: O(length of the pattern).
  ///
  /// - Parameters:
  ///   - pattern: `scheme://host/path`, where a segment can be `:name` and the last segment can be
  ///     `*name`, which matches all remaining segments.
  ///   - open: A closure that opens a matching link. If the closure returns
  ///     ``LinkAnswer/unhandled``, the next matching pattern is tried.
  /// - Returns: An identifier to pass to ``removeLink(_:)``.
  /// - Throws: `badArgument` if the pattern is malformed. The pattern is then not added.
  public func addLink(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(NavigationError) -> LinkID {
    try links.add(pattern, of: .none)
    tables.lastLink += 1
    let id = LinkID(number: tables.lastLink)
    tables.applicationLinks.append(ApplicationLink(id: id, pattern: pattern, open: open))
    return id
  }

  /// Removes an application link. Cost: O(all patterns).
  ///
  /// - Parameter id: The identifier that ``addLink(_:open:)`` returned. Links that have already
  ///   been removed are ignored.
  public func removeLink(_ id: LinkID) {
    tables.applicationLinks.removeAll { $0.id == id }
    // The remaining patterns were accepted when they were added, so none of them is rejected now.
    try? links.replace(tables.applicationLinks.map(\.pattern), of: .none)
  }

  /// Returns the application's handler for a matched pattern, or `nil` for patterns of
  /// coordinators.
  func applicationLink(_ match: LinkTable.Match) -> (() throws -> LinkAnswer)? {
    guard match.target.type == .none else { return nil }
    let link = tables.applicationLinks[match.target.index]
    return { try link.open(match.match) }
  }

  /// The schemes of links that are rewritten, sorted.
  public var rewrittenSchemes: [String] { tables.schemes.keys.sorted() }

  /// Sets the function that rewrites links with the given scheme before they are matched, or
  /// removes the function.
  ///
  /// - Parameters:
  ///   - scheme: The part before the colon. Case is ignored.
  ///   - rewrite: A closure that returns the link to match instead, or `nil` to match the link
  ///     unchanged. If the closure throws, the error is reported and the link is matched unchanged.
  ///     Pass `nil` instead of a closure to remove the function.
  public func setScheme(_ scheme: String, _ rewrite: ((String) throws -> String?)?) {
    tables.schemes[scheme.lowercased()] = rewrite
  }

  /// Returns the function that rewrites a link before it is matched, or `nil` if there is none.
  func rewriting(of url: String) -> ((String) throws -> String?)? {
    guard !tables.schemes.isEmpty, let colon = url.firstIndex(of: ":") else { return nil }
    return tables.schemes[url[..<colon].lowercased()]
  }

  // MARK: - Objects

  /// Registers the factory for a type of object, or replaces the factory with the same name.
  package func register(objectFactory name: String, _ make: @escaping ObjectFactory) {
    tables.objectFactories[name] = make
  }

  func makeObject(
    with factory: NavigationObject.Factory
  ) throws(NavigationError) -> NavigationObject {
    let name = factory.name
    if let make = tables.objectFactories[name] { return try make(factory) }
    throw NavigationError(
      .notRestorable, "no factory is defined for object \"\(name)\"",
      hint: nameHint(for: name, in: tables.objectFactories.keys.sorted())
        ?? "define it: object \"\(name)\" (function(seed) … end)")
  }
}
