internal import CTerminal
internal import PortableMutex

/// Provides all threads with access to an editor, whether or not a line is being edited.
package final class LineEditorHandle: Sendable {
  /// The messages that other threads have sent to the editing thread.
  struct Mail {
    var messages: [String] = []
    /// The preview to show below the input, and the input to which the preview belongs.
    var preview: (text: String?, line: String)?
  }

  private struct State {
    var isEditing = false
    var mail = Mail()
  }

  // Callers access this property to add a message, or to write if no line is being edited. The
  // editing thread accesses it to take all messages.
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Prints text above the prompt without changing the line that is being typed. A missing line
  /// ending is added.
  package func print(_ text: String) {
    guard !text.isEmpty else { return }
    let text = text.hasSuffix("\n") ? text : text + "\n"
    let isEditing = state.withLock { state in
      if state.isEditing { state.mail.messages.append(text) } else { write(text) }
      return state.isEditing
    }
    if isEditing { ctl_wake() }
  }

  /// Shows a line below the input, or removes the line if the text is `nil`.
  ///
  /// - Parameter line: The input to which the preview belongs. If the input has changed, the
  ///   preview is not shown.
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

  /// Records that the line has ended, and prints pending messages. The cursor must already be below
  /// the line.
  func end() {
    state.withLock { state in
      state.isEditing = false
      for message in state.mail.messages { write(message) }
      state.mail = Mail()
    }
  }
}
