/// Ends a stream when its observation ends or its engine is released.
final class StreamEnd {
  private let continuation: AsyncStream<NavigationEvent>.Continuation

  init(continuation: AsyncStream<NavigationEvent>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
