internal import CTerminal
internal import PortableMutex

/// Access to an editor from any thread, whether a line is being edited or not.
package final class LineEditorHandle: Sendable {
  /// What other threads have sent to the editing thread.
  struct Mail {
    var messages: [String] = []
    /// A line below the input, with the text that it belongs to.
    var preview: (text: String?, line: String)?
  }

  private struct State {
    var isEditing = false
    var mail = Mail()
  }

  // Accessed by callers to add a message, or to write if no line is edited, and by the editing
  // thread to take all messages.
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Prints text above the prompt. The line being typed does not change. A missing line ending is
  /// added.
  package func print(_ text: String) {
    guard !text.isEmpty else { return }
    let text = text.hasSuffix("\n") ? text : text + "\n"
    let isEditing = state.withLock { state in
      if state.isEditing { state.mail.messages.append(text) } else { write(text) }
      return state.isEditing
    }
    if isEditing { ctl_wake() }
  }

  /// Shows a line below the input, or removes it.
  ///
  /// - Parameter line: The text that it belongs to. If the input has changed, the line is not
  ///   shown.
  package func preview(_ text: String?, for line: String) {
    let isEditing = state.withLock { state in
      if state.isEditing { state.mail.preview = (text, line) }
      return state.isEditing
    }
    if isEditing { ctl_wake() }
  }

  func begin() {
    state.withLock { $0.isEditing = true }
  }

  func take() -> Mail {
    state.withLock { state in
      defer { state.mail = Mail() }
      return state.mail
    }
  }

  /// Ends the line, leaving the cursor below it, and prints pending messages.
  func end() {
    state.withLock { state in
      state.isEditing = false
      for message in state.mail.messages { write(message) }
      state.mail = Mail()
    }
  }
}
