internal import SignalboxScripting

/// Inputs that can contain definitions and did not change the visible state. A reload repeats these
/// inputs after the files and before the steps (decision 0129).
struct RetainedDefinitions {
  /// The maximum number of inputs. Older inputs are dropped. Larger sets of definitions belong in
  /// files.
  private static let capacity = 10_000

  private(set) var inputs: [(text: String, name: String)] = []

  /// Adds a successful input, unless it is an expression that calls nothing.
  mutating func add(_ text: String, name: String, isExpression: Bool) {
    if isExpression && !Self.calls(text) { return }
    inputs.append((text, name))
    if inputs.count > Self.capacity { inputs.removeFirst(inputs.count - Self.capacity / 2) }
  }

  /// Repeats the inputs without output.
  ///
  /// - Returns: The number of failed inputs. An input can fail if it depends on the visible state.
  func run(in session: ScriptSession, timeout: Duration?) -> Int {
    session.withHooks(.silent) {
      inputs.count { input in
        if case .failed = session.prompt.answer(input.text, name: input.name, timeout: timeout)
          .outcome
        {
          return true
        }
        return false
      }
    }
  }

  /// Returns whether an expression may call a function and can therefore have an effect.
  private static func calls(_ text: String) -> Bool {
    LuaTokens(Array(text.utf8), isFile: false).contains { token in
      token.kind == .string || token.word == "(" || token.word == "{"
    }
  }
}
