/// An input to an application that is not an engine operation: a gesture that a plugin adds, or an
/// assignment to a property. Such an input can submit operations and change the host's own state.
/// Therefore, a replay must repeat the whole input.
package struct HostInput: Hashable, Sendable {
  /// The kind of an input.
  package enum Kind: String, Sendable {
    /// A gesture, which is a method of the application.
    case gesture
    /// An assignment to a property of a coordinator.
    case property
  }

  /// The kind of the input.
  package let kind: Kind
  /// The name of the gesture or property.
  package let name: String
  /// The coordinator that owns the property, or `nil` for a gesture.
  package let coordinator: CoordinatorID?
  /// The arguments of the gesture, or the new value of the property. A `nil` element represents
  /// Lua's `nil`.
  package let values: [NavigationValue?]

  package init(
    _ kind: Kind, _ name: String, of coordinator: CoordinatorID? = nil, values: [NavigationValue?]
  ) {
    self.kind = kind
    self.name = name
    self.coordinator = coordinator
    self.values = values
  }

  /// Whether JSON can represent all values of the input, so that the input can be recorded.
  package var isRecordable: Bool {
    values.allSatisfy { $0.flatMap { JSONWriter.fault(in: $0) } == nil }
  }
}

extension NavigationEngine {
  /// Whether the engine would record an input that is performed now.
  package var isRecordingInputs: Bool {
    recorder != nil && !isInCallback && !queue.isRecording && !isInInput
  }

  /// Performs an input. A recording contains the input as a single step: the operations that the
  /// input submits are recorded as its consequences, and a replay repeats only the input.
  ///
  /// If this method is called in a callback or in a batch that is being recorded, or if there is no
  /// recording, it only calls `body`.
  package func perform<Result, Failure: Error>(
    _ input: HostInput, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let recorder, isRecordingInputs else { return try body() }
    return try recorder.record(CallCoder(engine: self).fields(of: input)) { () throws(Failure) in
      isInInput = true
      defer { isInInput = false }
      return try body()
    }
  }
}
