/// The catalog of all operations and gestures. Bindings, help texts and the reference are derived
/// from it.
///
/// To add an operation, add a constant in this folder and an element to this list.
public enum OperationCatalog {
  /// The operations of coordinators and the application, in the order of the reference.
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

  /// The operations, followed by the gestures. Calls refer to an operation by its index in this
  /// list.
  static let all: ContiguousArray<NavigationOperation> =
    ContiguousArray(operations) + GestureCatalog.gestures

  /// The properties that are needed to run an operation, without the strings of its signature.
  struct Traits {
    let isQuery: Bool
    let takesTime: Bool
    let options: ForeignOptions.Mask
  }

  static let traits: ContiguousArray<Traits> = ContiguousArray(
    all.map {
      Traits(
        isQuery: $0.signature.mode == .query, takesTime: $0.signature.takesTime,
        options: ForeignOptions.Mask($0.signature.options))
    })

  /// Returns the number of the operation with the given name, or `nil` if there is none. A gesture
  /// can have the same name as an operation (`back`). To look up a gesture, use
  /// ``index(ofGesture:)``.
  ///
  /// - Parameter name: The name in scripts, such as `popToView`.
  public static func index(of name: String) -> Int? { indices[name] }

  /// Returns the number of the gesture with the given name, or `nil` if there is none.
  ///
  /// - Parameter name: The name in scripts, such as `swipeDown`.
  public static func index(ofGesture name: String) -> Int? { gestureIndices[name] }

  /// Returns the signature of the operation with a given number.
  ///
  /// - Parameter index: A number returned by ``index(of:)`` or ``index(ofGesture:)``. Any other
  ///   number is a programming error.
  public static func signature(at index: Int) -> OperationSignature { all[index].signature }

  /// Returns the rejection for an unknown operation name.
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

extension OperationOption: CaseIterable {
  /// The options of all operations and gestures, in the order of the catalog.
  public static let allCases: [OperationOption] = OperationCatalog.all.reduce(into: []) {
    all, operation in
    all += operation.signature.options.filter { option in !all.contains(option) }
  }

  static func named(_ name: String) -> OperationOption? { allCases.first { $0.name == name } }
}

extension BatchStep {
  /// The operation's name.
  public var operation: String { OperationCatalog.signature(at: call.operation).name }
}

extension Outcome {
  /// Returns a rejection for a `noop` in strict mode. Returns all other outcomes unchanged.
  func strict(_ call: borrowing OperationCall) -> Outcome {
    guard status == .noop, let reason else { return self }
    let name = OperationCatalog.signature(at: call.operation).name
    return .rejected(
      NavigationError(
        reason, "\(name): the operation had no effect, which a strict engine rejects"), value)
  }
}
