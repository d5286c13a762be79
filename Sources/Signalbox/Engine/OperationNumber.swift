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

  private init(of operation: NavigationOperation) {
    index = OperationCatalog.index(of: operation.signature.name) ?? -1
  }

  static let addDependency = Self(of: .addDependency)
  static let back = Self(of: .back)
  static let batch = Self(of: .batch)
  static let dismiss = Self(of: .dismiss)
  static let dismissCoordinator = Self(of: .dismissCoordinator)
  static let finishFlow = Self(of: .finishFlow)
  static let forcePresentation = Self(of: .forcePresentation)
  static let launch = Self(of: .launch)
  static let navigate = Self(of: .navigate)
  static let pop = Self(of: .pop)
  static let popLast = Self(of: .popLast)
  static let popTo = Self(of: .popTo)
  static let popToRoot = Self(of: .popToRoot)
  static let popToView = Self(of: .popToView)
  static let present = Self(of: .present)
  static let redo = Self(of: .redo)
  static let removeDependency = Self(of: .removeDependency)
  static let replaceTop = Self(of: .replaceTop)
  static let restore = Self(of: .restore)
  static let restartApp = Self(of: .restartApp)
  static let select = Self(of: .select)
  static let setBadge = Self(of: .setBadge)
  static let setPages = Self(of: .setPages)
  static let setStack = Self(of: .setStack)
  static let startFlow = Self(of: .startFlow)
  static let undo = Self(of: .undo)
}
