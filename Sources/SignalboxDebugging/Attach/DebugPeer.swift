package import Signalbox
package import SignalboxScripting

/// The connection to the debugger of a session in another process.
package protocol DebugPeer: AnyObject {
  /// A file descriptor that is readable when messages have arrived.
  var descriptor: Int32 { get }

  /// Sends a request. ``receive()`` returns the response when it has arrived.
  ///
  /// - Throws: The reason why the connection has ended.
  func send(_ request: DebugRequest) throws(ScriptError)
  /// Returns the messages that have arrived, without waiting.
  ///
  /// - Throws: The reason why the connection has ended, after all messages have been returned.
  func receive() throws(ScriptError) -> [DebugOutbox.Message]
  /// Sends a request and waits for its response. Messages that arrive before the response are kept
  /// for ``receive()``.
  ///
  /// - Throws: The reason why the request failed.
  func ask(_ command: String, _ arguments: NavigationArguments) throws(ScriptError)
}
