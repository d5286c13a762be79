/// An operation or gesture by its number in the catalog.
///
/// Those of operations that have methods in Swift are constants: looking a name up for every call
/// would cost a fifth of the call. Guarded by bench: W8.
public struct OperationNumber: Hashable, Sendable, BitwiseCopyable {
  /// What ``OperationCatalog/signature(at:)`` takes.
  public let index: Int

  init(_ index: Int) { self.index = index }

  /// The name in scripts and logs: `navigate`.
  public var name: String { OperationCatalog.signature(at: index).name }

  private init(of operation: any NavigationOperation.Type) {
    guard let index = OperationCatalog.operations.firstIndex(where: { $0 == operation }) else {
      preconditionFailure("\(operation) is not in the catalog")
    }
    self.index = index
  }

  static let addDependency = Self(of: AddDependencyOperation.self)
  static let back = Self(of: BackOperation.self)
  static let batch = Self(of: BatchOperation.self)
  static let dismiss = Self(of: DismissOperation.self)
  static let dismissCoordinator = Self(of: DismissCoordinatorOperation.self)
  static let finishFlow = Self(of: FinishFlowOperation.self)
  static let forcePresentation = Self(of: ForcePresentationOperation.self)
  static let launch = Self(of: LaunchOperation.self)
  static let navigate = Self(of: NavigateOperation.self)
  static let pop = Self(of: PopOperation.self)
  static let popLast = Self(of: PopLastOperation.self)
  static let popTo = Self(of: PopToOperation.self)
  static let popToRoot = Self(of: PopToRootOperation.self)
  static let popToView = Self(of: PopToViewOperation.self)
  static let present = Self(of: PresentOperation.self)
  static let redo = Self(of: RedoOperation.self)
  static let removeDependency = Self(of: RemoveDependencyOperation.self)
  static let replaceTop = Self(of: ReplaceTopOperation.self)
  static let restore = Self(of: RestoreOperation.self)
  static let restartApp = Self(of: RestartAppOperation.self)
  static let select = Self(of: SelectOperation.self)
  static let setBadge = Self(of: SetBadgeOperation.self)
  static let setPages = Self(of: SetPagesOperation.self)
  static let setStack = Self(of: SetStackOperation.self)
  static let startFlow = Self(of: StartFlowOperation.self)
  static let undo = Self(of: UndoOperation.self)
}
