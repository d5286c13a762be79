extension NavigationEngine {
  /// Performs a recorded call: an operation, a gesture or a host input.
  ///
  /// - Parameter fields: The fields of a ``RecordedCall``. The outcome and the state after the call
  ///   are ignored.
  /// - Returns: The submission, or `nil` for a host input.
  /// - Throws: `malformed`, `stale` or `notRestorable` for a call that cannot be performed.
  package func perform(_ fields: NavigationArguments) throws(NavigationError) -> Submission? {
    var coder = CallCoder(engine: self)
    return try coder.perform(fields)
  }

  /// Returns the value of an outcome as plain data, or `nil` if there is none. Coordinators are
  /// represented as in recordings.
  package func plain(_ value: OutcomeValue) -> NavigationValue? {
    switch value {
    case .none: nil
    case .name(let name), .page(let name): .string(symbols[name])
    case .names(let names): .texts(names.map { symbols[$0] })
    case .boolean(let value): .boolean(value)
    case .coordinator(let id): CallCoder(engine: self).reference(to: id)
    case .value(let value): value
    }
  }
}

extension NavigationReader {
  /// The screens whose actions the user can tap, front screen first, each with the labels of its
  /// actions. A screen without actions has an empty list.
  package var tappableActions: [(screen: String, labels: [String])] {
    tappableScreens.compactMap { screen in
      guard let owner = owner(of: screen), let delegate = delegate(of: owner),
        let name = name(of: screen)
      else { return nil }
      return (symbols[name], delegate.actions(of: screen))
    }
  }

  /// The number of the oldest readable event.
  package var oldestEvent: Int { eventLog.readable.lowerBound }
}

extension StateDocument {
  /// Creates a document from data that another process wrote. The objects in the document have no
  /// contents.
  ///
  /// - Throws: `malformed` with the path of the malformed value.
  package init(foreign value: NavigationValue) throws(NavigationError) {
    try self.init(ObjectReader.withoutContents().value(of: value))
  }
}
