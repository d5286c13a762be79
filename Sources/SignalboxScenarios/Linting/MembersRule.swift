internal import Signalbox
internal import SignalboxScripting

/// Finds uses of members that a handle or library does not have, provided that the type of the
/// receiver is certain.
enum MembersRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    zip(context.texts, context.receivers).flatMap { text, types in
      text.sourceIndex.expressions.all.compactMap { expression -> LintFinding? in
        let found: Problem? =
          switch expression {
          case .member(let object, let name):
            types.all[object].flatMap { problem(name, of: $0, isCall: false, context) }
          case .call(let object, let method?, _):
            types.all[object].flatMap { problem(method, of: $0, isCall: true, context) }
          case .global, .variable, .call: nil
          }
        guard let found, !text.sourceIndex.ignoredLines.contains(found.name.line) else {
          return nil
        }
        return LintFinding(
          found.code, "\(found.owner) has no \"\(found.name.text)\"", hint: found.hint,
          file: text.path, line: found.name.line, column: text.column(at: found.name.start))
      }
    }
  }

  /// A name that its receiver does not have.
  private struct Problem {
    let name: LuaExpressions.Word
    let code: String
    let owner: String
    let hint: String?
  }

  private static func problem(
    _ name: LuaExpressions.Word, of receiver: ReceiverTypes.Receiver, isCall: Bool,
    _ context: LintContext
  ) -> Problem? {
    switch receiver {
    case .definition: return nil
    case .library(let library):
      let known = ScriptReference.described(ofLibrary: library).map(\.name)
      guard !known.contains(name.text) else { return nil }
      return Problem(
        name: name, code: "unknownMember", owner: library,
        hint: nameHint(for: name.text, in: known))
    case .handle(let kinds):
      guard ReceiverTypes.members(name.text, of: kinds).isEmpty,
        !kinds.contains(where: { context.addedMethods[$0]?.contains(name.text) == true })
      else { return nil }
      let isOpen = kinds.contains("coordinator")
      // Coordinators can have additional fields and methods, and a field that has not been set is
      // nil.
      if isOpen, !isCall || context.hasPlugins || context.defined.methods.contains(name.text) {
        return nil
      }
      let owner = isOpen ? "coordinator" : kinds.min() ?? ""
      var known = kinds.flatMap { kind in
        ScriptReference.described(of: kind).map(\.name) + (context.addedMethods[kind] ?? [])
      }
      if isOpen { known += context.types.flatMap(\.methods.keys) }
      return Problem(
        name: name, code: isOpen ? "unknownMethod" : "unknownMember", owner: owner,
        hint: ScriptReference.hint(forMember: name.text, of: owner, in: known))
    }
  }
}
