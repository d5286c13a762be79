/// A result with which a client ends asynchronous work.
public enum ClientWorkResult: String, Codable, CaseIterable, Sendable {
  /// The work returns. Only work that returns no value can end in this way.
  case success
  /// The work throws an error with the description `the work was ended with a failure`.
  case failure
  /// The work throws a `CancellationError`.
  case cancellation

  /// The result in the form in which it is stored for delivery.
  var delivered: Result<any Sendable, any Error> {
    switch self {
    case .success: .success(())
    case .failure: .failure(ClientWorkFailure())
    case .cancellation: .failure(CancellationError())
    }
  }
}

/// The error of asynchronous work that a client has ended with a failure.
package struct ClientWorkFailure: Error, CustomStringConvertible {
  package let description = "the work was ended with a failure"
}
