internal import Signalbox
internal import SignalboxScripting

/// Finds the candidates for the arguments of an operation or gesture from its signature.
struct OperationArguments {
  let signature: OperationSignature
  let receiver: InferredType?
  let finder: TypeInference
  let argument: CursorContext.Argument

  private var application: ApplicationNames { finder.application }

  /// The call's coordinator: the receiver or, if the receiver is unknown, the front coordinator.
  private var coordinator: CoordinatorID? {
    if let named = finder.coordinator(of: receiver) { return named }
    return finder.coordinatorType(of: receiver) == nil ? application.frontCoordinator : nil
  }

  private var type: String? {
    finder.coordinatorType(of: receiver)
      ?? coordinator.flatMap(finder.session.engine.typeName)
  }

  /// The call's parameters. If the receiver is a screen, a first parameter that expects a screen is
  /// omitted.
  private var parameters: ArraySlice<OperationParameter> {
    let takesScreen = receiver?.kind == "screen" && signature.parameters.first?.kind == .screen
    return signature.parameters.dropFirst(takesScreen ? 1 : 0)
  }

  func found(_ source: ArgumentSource) -> ArgumentSource.Found {
    let parameters = Array(self.parameters)
    guard argument.index < parameters.count else {
      return argument.index == parameters.count ? options(source) : ArgumentSource.Found()
    }
    let parameter = parameters[argument.index]
    guard !argument.tables.isEmpty else {
      return ArgumentSource.Found(candidates: values(of: parameter.kind))
    }
    switch parameter.kind {
    case .arguments: return source.fields(routeParameters, argument.tables)
    case .value: return ArgumentSource.Found()
    case .pages: return source.table("Page", Array(argument.tables.dropFirst()))
    case .stack: return stack(source)
    case .destination, .route, .coordinator, .type, .count, .screen, .page, .field, .text, .steps:
      return parameter.isOptional ? options(source) : ArgumentSource.Found()
    }
  }

  // MARK: - Names

  private func values(of kind: OperationParameter.Kind) -> [Candidate] {
    switch kind {
    case .destination where signature.receiver == .application: return application.types
    case .type: return application.types
    case .destination, .route: return type.map(application.routes(ofType:)) ?? []
    case .page: return pages
    case .field: return application.fields
    case .screen: return application.screens(of: coordinator)
    case .text: return texts
    case .arguments, .coordinator, .count, .value, .pages, .stack, .steps: return []
    }
  }

  private var pages: [Candidate] {
    let near = application.pages(around: coordinator)
    return near.isEmpty ? type.map(application.pages(ofType:)) ?? [] : near
  }

  private var texts: [Candidate] {
    switch signature.name {
    case "tap":
      let owner = application.frontCoordinator.flatMap(finder.session.engine.typeName) ?? ""
      return application.actions.map {
        Candidate(name: $0, detail: "action of \(owner)", form: .string)
      }
    case "tapAlert":
      return application.buttons.map { Candidate(name: $0, detail: "button", form: .string) }
    case "open": return application.links
    default: return []
    }
  }

  // MARK: - Tables

  /// The parameters of the route or coordinator type that the first argument or the receiving
  /// screen names, or `nil` if they are not known.
  private var routeParameters: [RouteParameter]? {
    guard let name = argument.first ?? screenName else { return nil }
    if signature.receiver == .application { return application.parameters(ofType: name) }
    return type.flatMap { application.parameters(of: name, inType: $0) }
  }

  /// The name of the receiver if the receiver is a screen, otherwise `nil`.
  private var screenName: String? {
    guard case .value(.handle(.screen(let screen)))? = receiver else { return nil }
    return finder.session.engine.node(of: screen)?.name
  }

  private func stack(_ source: ArgumentSource) -> ArgumentSource.Found {
    if argument.tables.count == 1 { return ArgumentSource.Found(candidates: values(of: .route)) }
    let level = argument.tables[1]
    if argument.tables.count == 2, level.key == "route" {
      return ArgumentSource.Found(candidates: values(of: .route))
    }
    return source.table("StackTable", Array(argument.tables.dropFirst()))
  }

  private func options(_ source: ArgumentSource) -> ArgumentSource.Found {
    guard !signature.options.isEmpty else { return ArgumentSource.Found() }
    let option = signature.options.first { $0.name == argument.tables.last?.key }
    if case .page = option?.kind { return ArgumentSource.Found(candidates: pages) }
    return source.table(signature.optionsName, argument.tables)
  }
}
