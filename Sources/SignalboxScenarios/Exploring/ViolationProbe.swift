internal import Signalbox
internal import SignalboxScripting

/// Finds a violation that the last action of a path shows. The violation concerns a property of
/// every state, or a rule about actions.
struct ViolationProbe: Hashable {
  /// The violated property or rule.
  enum Subject: Hashable {
    /// The property with the given name, which `always` or `never` declares.
    case property(String)
    /// The rule about mistakes of the given kind.
    case fault(ActionFault<ScriptLocation>.Kind)
  }

  let subject: Subject

  /// Returns whether an exploration has found such a violation.
  ///
  /// - Parameter first: The number of the first state to check; earlier states have already been
  ///   checked.
  func isFound(
    in record: ExplorationRecord<ExploredApplication>, _ properties: [ExplorationProperty],
    from first: Int
  ) -> Bool {
    switch subject {
    case .fault(let kind): return record.findings.faults.contains { $0.fault.kind == kind }
    case .property(let name):
      if record.findings.errors[name] != nil { return true }
      guard let index = Self.index(of: name, in: properties) else { return false }
      return (first..<record.graph.count).contains {
        record.graph.holds(index.condition, in: $0) != index.value
      }
    }
  }

  /// Returns whether the state after an action shows the violation.
  func isShown(
    by faults: [ActionFault<ScriptLocation>], in application: ExploredApplication
  ) throws(ScriptError) -> Bool {
    switch subject {
    case .fault(let kind): return faults.contains { $0.kind == kind }
    case .property(let name):
      guard !application.isInterruptible,
        let property = application.collector.properties.first(where: { $0.name == name }),
        let condition = property.conditions.first
      else { return false }
      do throws(ScriptError) {
        return try application.holds(condition) != property.kind.holdsDuringTransitions
      } catch {
        if error.kind == .interrupted || error.code == "notPure" { throw error }
        return true
      }
    }
  }

  /// Returns the position of the condition of a property, and its value in states that do not violate
  /// the property.
  private static func index(
    of name: String, in properties: [ExplorationProperty]
  ) -> (condition: Int, value: Bool)? {
    var condition = 0
    for property in properties {
      if property.name == name { return (condition, property.kind.holdsDuringTransitions) }
      condition += property.conditions.count
    }
    return nil
  }
}

extension ExplorationJudge.Judgement {
  /// The way in which a path shows the violation, or `nil` if a single path cannot show it.
  var probe: ViolationProbe? {
    switch subject {
    case .property(let property):
      property.kind.isOfEveryState ? ViolationProbe(subject: .property(property.name)) : nil
    case .rule(.errors): ViolationProbe(subject: .fault(.error))
    case .rule(.leaks): ViolationProbe(subject: .fault(.leak))
    case .rule(.deadEnds), .rule(.traps), .rule(.routes), .rule(.determinism): nil
    }
  }
}
