/// Forwards an engine's calls to a remote application, either instead of performing them in the
/// engine or in addition to it (decision 0291).
package protocol CallRelay: AnyObject {
  /// Performs a call.
  ///
  /// - Parameters:
  ///   - call: The call in its recorded form: an operation, a gesture, or `clock.advance` or
  ///     `clock.settle` for a change of time.
  ///   - isNested: Whether a callback made the call, so that the call is an effect of another call.
  ///   - perform: A closure that performs the call in this engine. The closure returns `nil` for a
  ///     change of time.
  /// - Returns: The result for the caller, or `nil` for a change of time.
  func relay(
    _ call: NavigationArguments, isNested: Bool, _ perform: () -> Submission?
  ) -> Submission?
}

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

extension Identifier {
  /// Creates the identifier that represents an object of the application in a mirror. The slot of
  /// the object's record is the object's number.
  package init(mirroring number: Int) {
    let serial = UInt32(clamping: number)
    self.init(slot: serial, serial: serial)
  }

  /// The number in the identifier's printed form.
  package var number: Int { Int(serial) }
}
