internal import Signalbox
internal import SignalboxScripting

/// The type of a name chain, inferred without running code.
enum InferredType {
  /// An existing value.
  case value(ScriptValue)
  /// A future handle, with its kind and, if known, its coordinator's type.
  case handle(kind: String, type: String?)
  /// A list of handles of one kind.
  case list(kind: String)
  /// A Lua library that no script has used yet.
  case library(String)
  case string
  /// A documented function and its receiver, if the function has one.
  case function(ScriptReference.Entry, receiver: ReceiverType?)
  /// The result of a documented global function, such as `coordinator`.
  case word(String)

  /// The kind of handle that the type represents, or `nil` if it is not a handle.
  var kind: String? {
    switch self {
    case .handle(let kind, _): kind
    case .value(.handle(let handle)): handle.kindName
    case .value(.object(let object)): object.kindName
    case .value, .list, .library, .string, .function, .word: nil
    }
  }
}

/// A box for the receiver, because an enumeration without indirection cannot contain a value of its
/// own type.
final class ReceiverType {
  let type: InferredType

  init(_ type: InferredType) { self.type = type }
}

/// Infers the types of name chains.
struct TypeInference {
  let session: ScriptSession
  let application: ApplicationNames
  /// The coordinator type whose method contains the cursor, which is the type of `self`.
  let ownType: String?

  func type(of chain: NameChain) -> InferredType? {
    var inferred: InferredType?
    switch chain.root {
    case .name(let name): inferred = root(name)
    case .string: inferred = .string
    case .other: return nil
    }
    for step in chain.steps {
      guard let here = inferred else { return nil }
      switch step {
      case .member(let name, _): inferred = member(name, of: here)
      case .call(let argument): inferred = result(of: here, argument)
      case .index: inferred = element(of: here)
      }
    }
    return inferred
  }

  // MARK: - Steps

  private func root(_ name: String) -> InferredType? {
    if name == "self", let ownType { return .handle(kind: "coordinator", type: ownType) }
    let value = session.inspection.value(named: name)
    let words = ScriptReference.describedGlobals
    if case .function? = value, let word = words.first(where: { $0.name == name }) {
      return .function(word, receiver: nil)
    }
    if let value { return .value(value) }
    return ScriptReference.luaLibraries.contains(name) ? .library(name) : nil
  }

  private func member(_ name: String, of inferred: InferredType) -> InferredType? {
    if case .value(let value) = inferred {
      if let definition = session.inspection.definitionName(of: value), name == "new" {
        return .handle(kind: "new", type: definition)
      }
      switch session.inspection.member(name, of: value) {
      case .function?: break
      case let found?: return .value(found)
      case nil: break
      }
    }
    guard let kind = inferred.kind,
      let described = ScriptReference.described(of: kind).first(where: { $0.name == name })
    else { return nil }
    if described.isFunction { return .function(described, receiver: ReceiverType(inferred)) }
    return self.type(ofType: described.type, from: inferred, name)
  }

  /// Returns the inferred type of a member or result. A coordinator and its router have the same
  /// type.
  private func type(ofType type: String, from inferred: InferredType, _ name: String)
    -> InferredType?
  {
    if type.hasSuffix("[]") {
      return ScriptReference.kind(ofType: String(type.dropLast(2))).map { .list(kind: $0) }
    }
    guard let kind = ScriptReference.kind(ofType: type) else {
      return type == "string" ? .string : nil
    }
    let isSame = name == "router" || name == "coordinator"
    return .handle(kind: kind, type: isSame ? coordinatorType(of: inferred) : nil)
  }

  private func result(of inferred: InferredType, _ argument: String?) -> InferredType? {
    switch inferred {
    case .function(let function, let receiver):
      guard let receiver else { return .word(function.name) }
      if receiver.type.kind == "app", function.name == "coordinator" || function.name == "launch" {
        return .handle(kind: "coordinator", type: argument)
      }
      return result(of: function, on: receiver.type, argument)
    case .handle(kind: "new", let type): return .handle(kind: "coordinator", type: type)
    case .value, .handle, .list, .library, .string, .word: return nil
    }
  }

  /// Returns the type of an operation's result, such as the coordinator that a route leads to, or
  /// the receiver.
  private func result(
    of function: ScriptReference.Entry, on receiver: InferredType, _ argument: String?
  ) -> InferredType? {
    let type = coordinatorType(of: receiver)
    let isChange = function.operation?.mode == .change
    if isChange, let type, let argument, let target = application.target(of: argument, inType: type)
    {
      return .handle(kind: "coordinator", type: target)
    }
    if isChange {
      return function.operation?.continues == true
        ? .handle(kind: "coordinator", type: nil) : receiver
    }
    return self.type(ofType: function.type, from: receiver, function.name)
  }

  private func element(of inferred: InferredType) -> InferredType? {
    if case .list(let kind) = inferred { return .handle(kind: kind, type: nil) }
    return nil
  }

  // MARK: - Coordinators

  /// Returns the coordinator that an inferred type refers to.
  func coordinator(of inferred: InferredType?) -> CoordinatorID? {
    guard case .value(.handle(let handle))? = inferred else { return nil }
    switch handle {
    case .coordinator(let id), .router(let id): return session.engine.isAlive(id) ? id : nil
    case .screen(let id): return session.engine.owner(of: id)
    case .app, .layer, .event: return nil
    }
  }

  /// Returns the coordinator type that an inferred type refers to.
  func coordinatorType(of inferred: InferredType?) -> String? {
    if case .handle(_, let type)? = inferred { return type }
    return coordinator(of: inferred).flatMap(session.engine.typeName)
  }
}
