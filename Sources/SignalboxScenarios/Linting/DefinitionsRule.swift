internal import Signalbox
internal import SignalboxScripting

/// Finds coordinator definitions that refer to coordinators, routes or methods that do not exist.
enum DefinitionsRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    let names = context.typeNames
    var findings: [LintFinding] = []
    for type in context.types {
      findings += pages(of: type, names, context)
      for route in type.routes {
        findings += coordinator(of: route, in: type, names, context)
        findings += replacement(of: route, in: type, context)
        findings += actions(of: route, in: type, context)
      }
      if let tabView = type.tabView { findings += actions(of: tabView, in: type, context) }
    }
    if let main = context.main, !names.contains(main), let text = context.texts.first {
      findings.append(
        LintFinding(
          "unknownCoordinator", "the application's main coordinator \"\(main)\" is not defined",
          hint: nameHint(for: main, in: names), file: text.path))
    }
    return findings
  }

  private static func pages(
    of type: DeclaredType, _ names: Set<String>, _ context: LintContext
  ) -> [LintFinding] {
    type.pages.sorted { $0.key < $1.key }.compactMap { page, coordinator in
      guard !names.contains(coordinator) else { return nil }
      return finding(
        "unknownCoordinator",
        "page \"\(page)\" of \(type.name) contains coordinator \"\(coordinator)\", which is "
          + "not defined",
        hint: nameHint(for: coordinator, in: names), at: coordinator, in: type, context)
    }
  }

  private static func coordinator(
    of route: DeclaredRoute, in type: DeclaredType, _ names: Set<String>, _ context: LintContext
  ) -> [LintFinding] {
    guard let coordinator = route.coordinator, !names.contains(coordinator) else { return [] }
    return [
      finding(
        "unknownCoordinator",
        "route \"\(route.name)\" of \(type.name) leads to coordinator \"\(coordinator)\", "
          + "which is not defined",
        hint: nameHint(for: coordinator, in: names), at: coordinator, in: type, context)
    ].compactMap(\.self)
  }

  private static func replacement(
    of route: DeclaredRoute, in type: DeclaredType, _ context: LintContext
  ) -> [LintFinding] {
    let routes = type.routes.map(\.name)
    guard let name = route.replacement, !routes.contains(name) else { return [] }
    return [
      finding(
        "unknownRoute",
        "route \"\(route.name)\" of \(type.name) is replaced by \"\(name)\", which "
          + "\(type.name) does not declare",
        hint: nameHint(for: name, in: routes), at: name, in: type, context)
    ].compactMap(\.self)
  }

  /// Finds actions whose method is missing. A method may be assigned to a single coordinator at run
  /// time, so an action is reported only if the method's name does not occur anywhere in the
  /// source.
  private static func actions(
    of route: DeclaredRoute, in type: DeclaredType, _ context: LintContext
  ) -> [LintFinding] {
    route.actions.compactMap { action in
      guard let method = action.method, action.handler == nil,
        !context.texts.contains(where: { $0.sourceIndex.identifiers.contains(method) })
      else { return nil }
      return finding(
        "unknownMethod",
        "action \"\(action.label)\" of \(type.name).\(route.name) calls \(method), which \(type.name) "
          + "does not have",
        hint: nearestName(to: method, in: type.methods.keys).map { "did you mean \"\($0)\"?" },
        at: action.label, in: type, context)
    }
  }

  /// - Parameter text: The string to search for in the definition.
  /// - Returns: The finding, or `nil` if its line is ignored or the type is in a file that is not
  ///   linted, such as a plugin's file.
  private static func finding(
    _ code: String, _ message: String, hint: String?, at text: String, in type: DeclaredType,
    _ context: LintContext
  ) -> LintFinding? {
    guard let file = type.place?.file, let own = context.texts.first(where: { $0.path == file })
    else { return nil }
    let line = context.line(of: text, in: type)
    if let line, own.sourceIndex.ignoredLines.contains(line) { return nil }
    return LintFinding(code, message, hint: hint, file: file, line: line)
  }
}
