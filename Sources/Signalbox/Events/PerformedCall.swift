extension NavigationEngine {
  /// Performs a call in the form of recordings: an operation, a gesture or an input of the host.
  ///
  /// - Parameter fields: The fields of a ``RecordedCall``; the outcome and the state after the call
  ///   are ignored.
  /// - Returns: The submission; `nil` for an input of the host.
  /// - Throws: `malformed`, `stale` or `notRestorable` for a call that cannot be performed.
  package func perform(_ fields: NavigationArguments) throws(NavigationError) -> Submission? {
    var builder = CallBuilder(engine: self)
    return try builder.perform(fields)
  }

  /// Returns the value of an outcome as plain data: coordinators are represented as in recordings.
  package func plain(_ value: OutcomeValue) -> NavigationValue? {
    switch value {
    case .none: nil
    case .name(let name), .page(let name): .string(symbols[name])
    case .names(let names): .texts(names.map { symbols[$0] })
    case .boolean(let value): .boolean(value)
    case .coordinator(let id): CallImage(engine: self).reference(to: id)
    case .value(let value): value
    }
  }
}

extension NavigationReader {
  /// The labels of the actions that the user can tap, those of the front screen first.
  package var tappableActions: [(screen: String, labels: [String])] {
    tappable.compactMap { screen in
      guard let owner = owner(of: screen), let delegate = delegate(of: owner),
        let name = name(of: screen)
      else { return nil }
      return (symbols[name], delegate.actions(of: screen))
    }
  }

  /// The number of the oldest event that can be read.
  package var oldestEvent: Int { eventLog.readable.lowerBound }
}

extension StateDocument {
  /// Reads a document of another process; its objects have no contents.
  ///
  /// - Throws: `malformed`, with the path.
  package init(foreign value: NavigationValue) throws(NavigationError) {
    try self.init(ObjectReader.withoutContents().value(of: value))
  }
}
