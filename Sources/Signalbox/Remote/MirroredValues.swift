extension Outcome {
  /// Creates an outcome reported by a remote application.
  ///
  /// - Parameters:
  ///   - code: The reason code, or `nil` if the operation's status is `done`.
  ///   - message: The message of a rejection, if any.
  ///   - coordinator: The number of the coordinator that the operation returns, if any.
  ///   - value: Any other value that the operation returns.
  package init(
    _ status: Status, code: String?, message: String?, hint: String?, coordinator: Int?,
    value: NavigationValue?
  ) {
    let reason = code.flatMap(ReasonCode.init(rawValue:))
    var result = OutcomeValue.none
    if let coordinator {
      result = .coordinator(CoordinatorID(mirroring: coordinator))
    } else if case .boolean(let flag)? = value {
      result = .boolean(flag)
    } else if let value {
      result = .value(value)
    }
    switch status {
    case .done: self = .done(result)
    case .noop: self = .noop(reason ?? .unchanged, result)
    case .cancelled: self = .cancelled(reason ?? .stopped)
    case .rejected:
      self = .rejected(
        NavigationError(reason ?? .unreachable, message ?? code ?? "rejected", hint: hint), result)
    }
  }
}
