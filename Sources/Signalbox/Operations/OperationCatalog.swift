/// Every operation and gesture that the engine knows; bindings, help and references follow it.
///
/// A new operation is a constant in this folder and its name here.
public enum OperationCatalog {
  /// The operations of coordinators and the application, in the order that references show.
  public static let operations: [NavigationOperation] = [
    LaunchOperations.launch, NavigateOperations.navigate, StartFlowOperation.startFlow,
    NavigateOperations.present, PopOperations.pop, PopOperations.popToRoot,
    PopOperations.popToView, PopOperations.popTo, PopOperations.popLast,
    StackOperations.replaceTop, StackOperations.setStack, StackOperations.update,
    BatchOperation.batch, DismissOperations.dismiss, FinishFlowOperation.finishFlow,
    DismissOperations.back, ForcePresentationOperation.forcePresentation,
    TopCoordinatorOperations.getTopCoordinator, LaunchOperations.restartApp,
    PageOperations.currentPage, PageOperations.select, PageOperations.getCoordinatorSelected,
    PageOperations.setPages, PageOperations.setBadge, RootOperations.root, RootOperations.isRoot,
    RootOperations.hasRoot, NavigateOperations.route, FocusFirstOperation.focusFirst,
    DismissOperations.dismissCoordinator, DependencyOperations.addDependency,
    DependencyOperations.removeDependency, TopCoordinatorOperations.firstCoordinator,
    TopCoordinatorOperations.lastCoordinator, HistoryOperations.undo, HistoryOperations.redo,
    HistoryOperations.restoreState,
  ]

  /// Operations, then gestures: a call's operation is an index into this list.
  static let all: ContiguousArray<NavigationOperation> =
    ContiguousArray(operations) + GestureCatalog.gestures

  /// What running a call needs to know of its operation, without the words of the signature.
  struct Traits {
    let isQuery: Bool
    let takesTime: Bool
  }

  static let traits: ContiguousArray<Traits> = ContiguousArray(
    all.map {
      Traits(isQuery: $0.signature.mode == .query, takesTime: $0.signature.takesTime)
    })

  /// The number that calls use for an operation of that name; `nil` when there is none. A gesture
  /// may have the same name (`back`): see ``index(ofGesture:)``.
  public static func index(of name: String) -> Int? { indices[name] }

  /// The number that calls use for a gesture of that name; `nil` when there is none.
  public static func index(ofGesture name: String) -> Int? { gestureIndices[name] }

  /// The signature behind a number of ``index(of:)``.
  public static func signature(at index: Int) -> OperationSignature { all[index].signature }

  /// The rejection of a name that no operation has.
  static func unknown(_ name: String) -> NavigationError {
    NavigationError(
      .badArgument, "there is no operation \"\(name)\"",
      hint: nameHint(for: name, in: operations.map { $0.signature.name }))
  }

  private static let indices: [String: Int] = Dictionary(
    uniqueKeysWithValues: operations.enumerated().map { ($1.signature.name, $0) })

  private static let gestureIndices: [String: Int] = Dictionary(
    uniqueKeysWithValues: GestureCatalog.gestures.enumerated().map {
      ($1.signature.name, $0 + operations.count)
    })
}
