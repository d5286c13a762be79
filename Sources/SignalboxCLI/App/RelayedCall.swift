internal import Signalbox

/// A script's call in the form that an application performs.
struct RelayedCall {
  enum Kind {
    case operation, gesture, settle
    case advance(milliseconds: Int)
    /// The launch, without arguments, of a coordinator type.
    case launch(String)
    /// The call failed before it reached an engine.
    case rejected(NavigationError)
  }

  let kind: Kind
  let fields: NavigationArguments
  /// Whether the call is a phase after which an interactive gesture remains open.
  let isHeld: Bool

  /// - Parameters:
  ///   - call: The call in the recording format.
  ///   - runsOnlyThere: Whether only the application performs the call, so that functions in the
  ///     call would not run.
  /// - Throws: `unsupported` for a call that cannot be represented as data.
  init(_ call: NavigationArguments, runsOnlyThere: Bool) throws(NavigationError) {
    let name = call["operation"]?.text ?? ""
    let phase = call["options"]?.table?["phase"]?.text
    isHeld = phase == GesturePhase.begin.rawValue || phase == GesturePhase.progress.rawValue
    switch name {
    case "clock.advance": kind = .advance(milliseconds: call["milliseconds"]?.integer ?? 0)
    case "clock.settle": kind = .settle
    case _ where call["rejection"] != nil: kind = .rejected(Self.rejection(of: call))
    case _ where call["isGesture"] == true: kind = .gesture
    case "launch" where call["arguments"] == nil && call["name"]?.text != nil:
      kind = .launch(call["name"]?.text ?? "")
    default: kind = .operation
    }
    fields = try Self.plain(call, name, runsOnlyThere: runsOnlyThere)
  }

  /// Returns the call as Lua code, for messages.
  static func text(of call: NavigationArguments) -> String {
    RecordedCall(fields: call).lua { $0 } ?? call["operation"]?.text ?? "a call"
  }

  private static func rejection(of call: NavigationArguments) -> NavigationError {
    let code = call["rejection"]?.table?["code"]?.text
    return NavigationError(
      code.flatMap(ReasonCode.init(rawValue:)) ?? .chainBroken,
      call["rejection"]?.table?["message"]?.text ?? "the chain is broken")
  }

  /// Returns the fields that are sent to the application.
  private static func plain(
    _ call: NavigationArguments, _ name: String, runsOnlyThere: Bool
  ) throws(NavigationError) -> NavigationArguments {
    if let what = call["unrecordable"]?.text {
      throw EngineMirror.unsupported(name, "\(what) cannot be sent to the application")
    }
    var fields = call
    for name in ["isGesture", "rejection", "link"] { fields[name] = nil }
    if let link = call["link"]?.table {
      guard let coordinator = link["coordinator"] else {
        throw EngineMirror.unsupported(
          name, "the call continues a chain whose result is not known yet")
      }
      fields["caller"] = coordinator
    }
    if var options = call["options"]?.table {
      for case .string(let function) in options["callbacks"]?.list ?? []
      where runsOnlyThere && function != "completion" {
        throw EngineMirror.unsupported(
          "\(name): \(function)", "a script function does not run in the application")
      }
      options["callbacks"] = nil
      fields["options"] = options.isEmpty ? nil : .table(options)
    }
    if let steps = call["steps"]?.list {
      var plain: [NavigationValue] = []
      for step in steps {
        guard let step = step.table else { continue }
        let name = step["operation"]?.text ?? ""
        plain.append(.table(try Self.plain(step, name, runsOnlyThere: runsOnlyThere)))
      }
      fields["steps"] = .list(plain)
    }
    return fields
  }
}
