/// The bytes between a client and its server. A client uses it on one thread.
public protocol ClientTransport: AnyObject {
  /// Sends as many bytes as possible without waiting.
  ///
  /// - Parameter bytes: The next bytes of the stream.
  /// - Returns: The number of bytes that were sent, or `nil` if the server no longer receives.
  func send(_ bytes: ArraySlice<UInt8>) -> Int?
  /// Returns received bytes without waiting. The array is empty if there are none, `nil` at the
  /// end.
  func receive() -> [UInt8]?
  /// Waits until bytes can be received or sent, or until the time is over.
  ///
  /// - Parameters:
  ///   - isWriting: Whether to wait until bytes can be sent, too.
  ///   - time: The maximum time.
  func wait(writing isWriting: Bool, atMost time: Duration)
}
