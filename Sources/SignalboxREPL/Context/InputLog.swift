internal import SignalboxScripting

/// The inputs and their calls, which `.save` converts to a scenario.
struct InputLog {
  /// An input at the prompt.
  struct Input {
    enum Kind {
      /// Lua code.
      case lua(String)
      /// A script that `.load` has loaded.
      case file(String)
      /// Another command that has made calls.
      case command(String)
    }

    let kind: Kind
    /// The range of the input's lines in the session's record.
    let lines: Range<Int>
    /// The error that ended the input, or `nil` if the input succeeded.
    var failure: ScriptError?
    /// An unobserved rejection or callback error, or `nil` if there is none.
    var unhandled: String?
  }

  /// The inputs, oldest first.
  private(set) var inputs: [Input] = []
  /// Whether all inputs have been retained.
  private(set) var isWhole = true
  /// The number of times that inputs have called each method.
  private(set) var uses: [String: Int] = [:]
  private var byteCount = 0
  private static let maxBytes = 4 << 20

  mutating func add(_ input: Input) {
    inputs.append(input)
    if case .lua(let text) = input.kind, input.failure == nil {
      for call in LuaIndex(Array(text.utf8), isFile: false).calls {
        uses[call.method, default: 0] += 1
      }
    }
    byteCount += Self.size(of: input)
    guard byteCount > Self.maxBytes, inputs.count > 1 else { return }
    isWhole = false
    inputs.removeSubrange(..<(inputs.count / 2))
    byteCount = inputs.reduce(0) { $0 + Self.size(of: $1) }
  }

  private static func size(of input: Input) -> Int {
    switch input.kind {
    case .lua(let text), .file(let text), .command(let text):
      text.utf8.count + MemoryLayout<Input>.stride
    }
  }
}
