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
    var fields: NavigationArguments = [
      "operation": .string(input.name), "input": .string(input.kind.rawValue),
      "values": .list(input.values.map { .table($0.map { ["value": $0] } ?? [:]) }),
    ]
    fields["caller"] = input.coordinator.map { CallImage(engine: self).reference(to: $0) }
    return try recorder.record(fields) { () throws(Failure) in
      isInInput = true
      defer { isInInput = false }
      return try body()
    }
  }
}

extension CallBuilder {
  /// Returns the input that a line of a recording describes, or `nil` if the line describes a call.
  ///
  /// - Throws: `malformed`, `stale` or `notRestorable` if the input cannot be repeated.
  mutating func input(of fields: NavigationArguments) throws(NavigationError) -> HostInput? {
    let fields = try objects.arguments(of: fields)
    let reader = FieldReader(fields, path: "step")
    guard let text = try reader.optionalText("input") else { return nil }
    guard let kind = HostInput.Kind(rawValue: text) else {
      throw reader.wrong("input", expected: "\"gesture\" or \"property\"")
    }
    var values: [NavigationValue?] = []
    for value in try reader.tables("values") { values.append(value.value("value")) }
    let owner = fields["caller"] == nil ? nil : try coordinator(fields["caller"])
    return HostInput(kind, try reader.text("operation"), of: owner, values: values)
  }
}
