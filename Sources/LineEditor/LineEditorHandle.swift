internal import CTerminal
internal import Synchronization

/// Reaches an editor from any thread, whether a line is being edited or not.
package final class LineEditorHandle: Sendable {
  /// What waits for the thread that edits.
  struct Mail {
    var messages: [String] = []
    /// A line under the input, and for which text it was made.
    var preview: (text: String?, line: String)?
  }

  private struct State {
    var isEditing = false
    var mail = Mail()
  }

  // Taken by every caller for as long as it takes to put something in, or to write where no line is
  // edited; and by the thread that edits to take everything out.
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Shows text above the prompt; the line that is typed stays as it is. The text is ended where it is
  /// not.
  package func print(_ text: String) {
    guard !text.isEmpty else { return }
    let text = text.hasSuffix("\n") ? text : text + "\n"
    let isEditing = state.withLock { state in
      if state.isEditing { state.mail.messages.append(text) } else { write(text) }
      return state.isEditing
    }
    if isEditing { ctl_wake() }
  }

  /// Shows a line under the input, or none any more.
  ///
  /// - Parameter line: The text that it was made for; when the input is another by now, it is dropped.
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

  /// The line is done, and the cursor below it: what still waits is shown.
  func end() {
    state.withLock { state in
      state.isEditing = false
      for message in state.mail.messages { write(message) }
      state.mail = Mail()
    }
  }
}
