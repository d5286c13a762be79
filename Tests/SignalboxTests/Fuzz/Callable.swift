import Signalbox

@testable import SignalboxScripting

/// A member of a handle that programs call.
struct Callable {
  enum Arguments {
    case signature(OperationSignature)
    case values(Int)
  }

  /// The kind of handle, with its name in the reference.
  let kind: String
  let name: String
  let takes: Arguments

  /// All operations, gestures and other methods of all kinds of handles, with equal probability.
  static let all: [Callable] = ScriptReference.types.flatMap { type in
    ScriptReference.signatures(for: type.receivers).map { signature in
      Callable(kind: type.kind, name: signature.name, takes: .signature(signature))
    }
      + type.entries.compactMap { entry in
        entry.parameters.map {
          Callable(kind: type.kind, name: entry.name, takes: .values($0.count))
        }
      }
  }

  /// All other members.
  static let members: [(kind: String, name: String)] = ScriptReference.types.flatMap { type in
    type.entries.map { (type.kind, $0.name) }
  }
}
