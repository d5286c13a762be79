/// The byte stream between a client and its server. A client uses its transport on a single thread.
public protocol ClientTransport: AnyObject {
  /// Sends as many bytes as possible without waiting.
  ///
  /// - Parameter bytes: The next bytes of the stream.
  /// - Returns: The number of bytes that were sent, or `nil` if the server no longer receives data.
  func send(_ bytes: ArraySlice<UInt8>) -> Int?
  /// Returns received bytes without waiting. The array is empty if no bytes are available. The
  /// result is `nil` at the end of the stream.
  func receive() -> [UInt8]?
  /// Waits until bytes can be received or, if requested, sent, or until a given time has elapsed.
  ///
  /// - Parameters:
  ///   - isWriting: Whether the wait also ends when bytes can be sent.
  ///   - time: The maximum time to wait.
  func wait(writing isWriting: Bool, atMost time: Duration)
}
