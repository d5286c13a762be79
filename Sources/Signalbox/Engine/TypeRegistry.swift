/// What is registered with an engine: coordinator types with their links, presentation styles, links of
/// the application, and factories of objects.
///
/// It cannot be copied: a call would retain and release each table. Guarded by bench: push-pop.
struct TypeRegistry: ~Copyable {
  fileprivate struct ApplicationLink {
    let id: LinkID
    let pattern: String
    let open: (LinkMatch) throws -> LinkAnswer
  }

  /// Everything that an engine which is used again goes back to.
  fileprivate struct Tables {
    var types: ContiguousArray<RegisteredType?> = []
    var styles = StyleTable.standard
    var styleSymbols: ContiguousArray<Symbol> = []
    /// In the order of the patterns of no type.
    var applicationLinks: [ApplicationLink] = []
    var lastLink = 0
    /// What rewrites the links of a scheme, by the scheme in small letters.
    var schemes: [String: (String) throws -> String?] = [:]
    /// What makes objects of documents again, by name.
    var objectFactories: [String: NavigationEngine.ObjectFactory] = [:]
  }

  /// What types that are registered here know the engine by.
  private let registrar = CoordinatorType.Registrar()
  private let symbols: SymbolTable
  private let links = LinkTable()
  private var tables = Tables()

  init(_ symbols: SymbolTable) {
    self.symbols = symbols
    tables.styleSymbols = ContiguousArray(
      tables.styles.styles.map { symbols.intern($0.name) })
  }

  /// Everything that is registered at one moment.
  struct Contents {
    fileprivate let tables: Tables
    fileprivate let links: LinkTable.Contents
  }

  var contents: Contents { Contents(tables: tables, links: links.contents) }

  /// Goes back to what was registered before.
  mutating func restore(_ contents: Contents) {
    tables = contents.tables
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

  func type(named name: String) -> CoordinatorType? {
    symbols.find(name).flatMap { registered($0)?.type }
  }

  func type(named name: String, for operation: String) throws(NavigationError) -> CoordinatorType {
    if let type = type(named: name) { return type }
    throw NavigationError(
      .unknownCoordinator, "\(operation): there is no coordinator \"\(name)\"",
      hint: nameHint(for: name, in: typeNames))
  }

  /// Sorted.
  var typeNames: [String] { types.compactMap { $0?.type.name }.sorted() }

  mutating func register(_ type: CoordinatorType) throws(NavigationError) {
    guard type.registrar == nil || type.registrar === registrar else {
      throw NavigationError(
        .badArgument,
        "register: coordinator type \"\(type.name)\" is registered in another engine",
        hint: "make a type for each engine: CoordinatorType(name: \"\(type.name)\", …)")
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
    tables.types[Int(symbol.rawValue)] = RegisteredType(type, symbol: symbol, routes: routes)
  }

  mutating func unregister(type name: String) {
    guard let symbol = symbols.find(name), registered(symbol) != nil else { return }
    tables.types[Int(symbol.rawValue)] = nil
    // The patterns of the others were all read before, so none is refused now.
    try? links.replace([], of: symbol)
  }

  // MARK: - Styles

  func symbol(of style: TransitionStyle) -> Symbol { tables.styleSymbols[Int(style.rawValue) - 1] }

  func style(named name: String) throws(NavigationError) -> TransitionStyle {
    if let style = styles.find(name) { return style }
    if name == PresentationStyle.none {
      throw NavigationError(
        .unknownStyle, "style \"none\" presents nothing: UIKit has no presentation for it",
        hint: "use \"automatic\" for the style that the route declares")
    }
    throw NavigationError(
      .unknownStyle, "unknown style \"\(name)\"", hint: nameHint(for: name, in: styles.names))
  }

  mutating func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    guard !PresentationStyle.isReserved(style.name) else {
      throw NavigationError(
        .badArgument, "presentationStyle \"\(style.name)\" is the platform's own",
        hint: "choose another name")
    }
    let number = try tables.styles.register(style)
    while tables.styleSymbols.count < tables.styles.styles.count {
      tables.styleSymbols.append(.none)
    }
    tables.styleSymbols[Int(number.rawValue) - 1] = symbols.intern(style.name)
    return number
  }

  mutating func unregister(style name: String) { tables.styles.remove(name) }

  // MARK: - Links

  func matches(_ url: String) -> [LinkTable.Match] { links.matches(url) }

  /// All patterns, those of types first.
  var linkPatterns: [String] {
    types.compactMap { $0?.type.links.map(\.pattern) }.joined() + applicationPatterns
  }

  /// The patterns of the application's own links, in the order in which they are asked.
  var applicationPatterns: [String] { links.patterns(of: .none) }

  mutating func addLink(
    _ pattern: String, _ open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(NavigationError) -> LinkID {
    try links.add(pattern, of: .none)
    tables.lastLink += 1
    let id = LinkID(number: tables.lastLink)
    tables.applicationLinks.append(ApplicationLink(id: id, pattern: pattern, open: open))
    return id
  }

  mutating func removeLink(_ id: LinkID) {
    tables.applicationLinks.removeAll { $0.id == id }
    // The patterns were all read before, so none is refused now.
    try? links.replace(tables.applicationLinks.map(\.pattern), of: .none)
  }

  /// What opens a match of the application's own patterns; `nil` for those of coordinators.
  func applicationLink(_ match: LinkTable.Match) -> (() throws -> LinkAnswer)? {
    guard match.target.type == .none else { return nil }
    let link = tables.applicationLinks[match.target.index]
    return { try link.open(match.match) }
  }

  /// Sorted.
  var rewrittenSchemes: [String] { tables.schemes.keys.sorted() }

  mutating func setScheme(_ scheme: String, _ rewrite: ((String) throws -> String?)?) {
    tables.schemes[scheme.lowercased()] = rewrite
  }

  /// What rewrites a link before it is matched.
  func rewriting(of url: String) -> ((String) throws -> String?)? {
    guard !tables.schemes.isEmpty, let colon = url.firstIndex(of: ":") else { return nil }
    return tables.schemes[url[..<colon].lowercased()]
  }

  // MARK: - Objects

  mutating func register(factory name: String, _ make: @escaping NavigationEngine.ObjectFactory) {
    tables.objectFactories[name] = make
  }

  func factory(named name: String) throws(NavigationError) -> NavigationEngine.ObjectFactory {
    if let make = tables.objectFactories[name] { return make }
    throw NavigationError(
      .notRestorable, "there is no factory of objects \"\(name)\"",
      hint: nameHint(for: name, in: tables.objectFactories.keys.sorted())
        ?? "define it: object \"\(name)\" (function(seed) … end)")
  }
}
