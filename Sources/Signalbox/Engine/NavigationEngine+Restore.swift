extension NavigationEngine {
  /// Restores a snapshot as one change without animation.
  ///
  /// The coordinators are created again but not started. Each coordinator that had started receives
  /// `didRestore`, and each child has the `onFinish` handler of its route. Items that are no longer
  /// defined are omitted together with everything above them. The outcome's value lists the omitted
  /// items as `dropped`. The operation is rejected as `malformed` if the string is not a snapshot,
  /// and as `notRestorable` if the main coordinator cannot be restored. Cost: O(items shown before
  /// + items shown after).
  ///
  /// - Parameter json: A snapshot from ``NavigationSnapshot/json``.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func restore(_ json: String) -> Outcome? { application(.restoreState) { $0.text = json } }
}
