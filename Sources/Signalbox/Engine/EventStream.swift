extension NavigationReader {
  /// Returns the future events of the given kinds as an asynchronous sequence.
  ///
  /// The sequence contains the events that follow its creation. Create the sequence, then read it
  /// in a task:
  ///
  /// ```swift
  /// let created = engine.eventStream([.screenCreated])
  /// ```
  ///
  /// ```swift
  /// for await event in created { screens.append(event.name) }
  /// ```
  ///
  /// The engine never waits for a reader: unread events accumulate up to the limit of the buffering
  /// policy. After the task that reads the sequence has ended, the next event of an observed kind
  /// ends the observation.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to observe. The default is all kinds.
  ///   - bufferingPolicy: The limit on unread events. By default, the newest 10,000 unread events
  ///     are retained.
  public func eventStream(
    _ kinds: [NavigationEvent.Kind] = NavigationEvent.Kind.allCases,
    bufferingPolicy: AsyncStream<NavigationEvent>.Continuation.BufferingPolicy =
      .bufferingNewest(10_000)
  ) -> AsyncStream<NavigationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NavigationEvent.self, bufferingPolicy: bufferingPolicy)
    let observation = StreamObservation()
    observation.id = observe(kinds) { [unowned self] event in
      guard case .terminated = continuation.yield(event), let id = observation.id else { return }
      stopObserving(id)
    }
    if let id = observation.id { eventLog.keep(StreamEnd(continuation: continuation), for: id) }
    return stream
  }
}

/// The observation that supplies a stream's events. The identifier is known only after the
/// observation has begun.
private final class StreamObservation {
  var id: ObserverID?
}
