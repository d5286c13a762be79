extension OperationNumber {
  /// The name in scripts and logs, such as `navigate`.
  public var name: String { OperationCatalog.signature(at: index).name }

  private init(of operation: NavigationOperation) {
    self.init(OperationCatalog.index(of: operation.signature.name) ?? -1)
  }

  static let addDependency = Self(of: DependencyOperations.addDependency)
  static let back = Self(of: DismissOperations.back)
  static let batch = Self(of: BatchOperation.batch)
  static let dismiss = Self(of: DismissOperations.dismiss)
  static let dismissCoordinator = Self(of: DismissOperations.dismissCoordinator)
  static let finishFlow = Self(of: FinishFlowOperation.finishFlow)
  static let forcePresentation = Self(of: ForcePresentationOperation.forcePresentation)
  static let launch = Self(of: LaunchOperations.launch)
  static let navigate = Self(of: NavigateOperations.navigate)
  static let pop = Self(of: PopOperations.pop)
  static let popLast = Self(of: PopOperations.popLast)
  static let popTo = Self(of: PopOperations.popTo)
  static let popToRoot = Self(of: PopOperations.popToRoot)
  static let popToView = Self(of: PopOperations.popToView)
  static let present = Self(of: NavigateOperations.present)
  static let redo = Self(of: HistoryOperations.redo)
  static let removeDependency = Self(of: DependencyOperations.removeDependency)
  static let replaceTop = Self(of: StackOperations.replaceTop)
  static let restoreState = Self(of: HistoryOperations.restoreState)
  static let restartApp = Self(of: LaunchOperations.restartApp)
  static let root = Self(of: RootOperations.root)
  static let select = Self(of: PageOperations.select)
  static let setBadge = Self(of: PageOperations.setBadge)
  static let setPages = Self(of: PageOperations.setPages)
  static let setStack = Self(of: StackOperations.setStack)
  static let startFlow = Self(of: StartFlowOperation.startFlow)
  static let undo = Self(of: HistoryOperations.undo)
  static let update = Self(of: StackOperations.update)
}

/// The log lines of events, which include the names of operations.
extension NavigationEvent: CustomStringConvertible {
  /// A log line, such as `screen.created s17 product (c3)`.
  public var description: String {
    let fields = fields
    return fields.isEmpty ? kind.name : "\(kind.name) \(fields)"
  }
}

extension NavigationEvent.Subject: CustomStringConvertible {
  /// The subject in a log line, such as `s17` or `navigate`. The string is empty for an event
  /// without a subject.
  public var description: String {
    switch self {
    case .none: ""
    case .operation(let number): number.name
    case .screen(let id): id.description
    case .coordinator(let id): id.description
    case .layer(let id): id.description
    case .tabBar(let id): id.description
    }
  }
}
