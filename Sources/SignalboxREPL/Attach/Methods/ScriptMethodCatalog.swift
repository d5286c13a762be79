package import SignalboxProtocol

/// The methods that hosts with scripts support in addition to the methods in ``MethodCatalog``.
///
/// To add a method, add a file to this folder and the method's name to this list.
package enum ScriptMethodCatalog {
  /// The methods, in the order in which they are documented.
  package static let methods: [MethodDescription] = [
    MethodDescription(ScriptEvaluateMethod.self),
    MethodDescription(ScriptCompleteMethod.self),
    MethodDescription(ScriptInterruptMethod.self),
    MethodDescription(ScriptLoadMethod.self),
    MethodDescription(ScriptChangedMethod.self),
    MethodDescription(ScriptPreviewMethod.self),
    MethodDescription(FileWriteMethod.self),
    MethodDescription(DebugRequestMethod.self),
    MethodDescription(DebugEventMethod.self),
    MethodDescription(TraceReadMethod.self),
    MethodDescription(TraceChangedMethod.self),
    MethodDescription(TraceRestoreMethod.self),
    MethodDescription(TraceOverviewMethod.self),
    MethodDescription(TraceScheduleMethod.self),
    MethodDescription(TraceSourceMethod.self),
  ]
}
