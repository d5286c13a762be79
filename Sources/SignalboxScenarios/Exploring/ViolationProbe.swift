internal import Signalbox
internal import SignalboxScripting

/// Finds a violation that the last action of a path shows. The violation concerns a property that
/// each state must satisfy, or a rule about actions.
struct ViolationProbe: Hashable {
  /// The violated property or rule.
  enum Subject: Hashable {
    /// The property with the given name, which `always` or `never` declares.
    case property(String)
    /// A mistake that violates a rule.
    case fault(Fault)
  }

  /// A mistake that actions reveal, regardless of the path before them.
  struct Fault: Hashable {
    let kind: ActionFault<ScriptLocation>.Kind
    let location: ScriptLocation?
    /// The text, or `nil` if the location identifies the mistake.
    private let text: String?

    init(_ kind: ActionFault<ScriptLocation>.Kind, _ text: String, at location: ScriptLocation?) {
      (self.kind, self.location) = (kind, location)
      self.text = location == nil ? text : nil
    }

    /// Returns whether a fault that an action revealed is this mistake.
    func matches(_ fault: ActionFault<ScriptLocation>) -> Bool {
      self == Fault(fault.kind, fault.text, at: fault.location)
    }
  }

  let subject: Subject

  /// Returns whether an exploration has found the violation.
  ///
  /// - Parameter first: The number of the first state to check; earlier states have already been
  ///   checked.
  func isFound(
    in record: ExplorationRecord<ExploredApplication>, _ properties: [ExplorationProperty],
    from first: Int
  ) -> Bool {
    switch subject {
    case .fault(let fault): return record.findings.faults.contains { fault.matches($0.fault) }
    case .property(let name):
      if record.findings.errors[name] != nil { return true }
      guard let index = Self.index(of: name, in: properties) else { return false }
      return record.findings.path(toCondition: index.condition, that: !index.value) != nil
        || (first..<record.graph.count).contains {
          record.graph.holds(index.condition, in: $0) != index.value
        }
    }
  }

  /// Returns whether the faults of an action, or the state after it, show the violation.
  func isShown(
    by faults: [ActionFault<ScriptLocation>], in application: ExploredApplication
  ) throws(ScriptError) -> Bool {
    switch subject {
    case .fault(let fault): return faults.contains(where: fault.matches)
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

  /// Returns the probes of the violations that an action and the state after it show. Conditions of
  /// states that were found before are not considered.
  static func shown(
    by step: StateExpansion<ExploredApplication>.Step, _ properties: [ExplorationProperty]
  ) -> [Self] {
    let faults = step.faults.map { Self(subject: .fault(Fault($0.kind, $0.text, at: $0.location))) }
    guard let evaluation = step.target?.evaluation else { return faults }
    let errors = Set(evaluation.errors.map(\.property))
    return faults
      + properties.filter { property in
        guard property.kind.isOfEveryState,
          let index = index(of: property.name, in: properties)
        else { return false }
        return errors.contains(property.name) || evaluation.holds[index.condition] != index.value
      }.map { Self(subject: .property($0.name)) }
  }

  /// Returns the index of a property's condition and the value of the condition in states that do
  /// not violate the property, or `nil` if there is no such property.
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

extension ExplorationJudge.Judgement where Location == ScriptLocation {
  /// A probe that detects the violation on a path, or `nil` if there is no violation or a single
  /// path cannot show it.
  var probe: ViolationProbe? {
    guard let violation else { return nil }
    func probe(_ kind: ActionFault<ScriptLocation>.Kind) -> ViolationProbe {
      ViolationProbe(subject: .fault(.init(kind, violation.finding, at: violation.location)))
    }
    switch subject {
    case .property(let property):
      guard property.kind.isOfEveryState else { return nil }
      return ViolationProbe(subject: .property(property.name))
    case .rule(.errors): return probe(.error)
    case .rule(.leaks): return probe(.leak)
    case .rule(.deadEnds), .rule(.traps), .rule(.routes), .rule(.determinism): return nil
    }
  }
}
