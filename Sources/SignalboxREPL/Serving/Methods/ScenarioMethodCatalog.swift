package import SignalboxProtocol

/// The catalog of the methods that `signalbox serve` supports in addition to the methods of hosts
/// with scripts.
///
/// To add a method, add a file to this folder and the method's name to this list.
package enum ScenarioMethodCatalog {
  /// The methods, in the order in which they are documented.
  package static let methods: [MethodDescription] = [
    MethodDescription(ScenarioListMethod.self),
    MethodDescription(ScenarioRunMethod.self),
    MethodDescription(ScenarioStartedMethod.self),
    MethodDescription(ScenarioFinishedMethod.self),
    MethodDescription(ScenarioCancelMethod.self),
    MethodDescription(ExploreRunMethod.self),
    MethodDescription(ExploreProgressMethod.self),
    MethodDescription(LintRunMethod.self),
  ]
}
