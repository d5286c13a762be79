/// The catalog of all methods of hosts without scripts, in the order in which the documentation
/// lists them.
///
/// To add a method, add a file to this folder and an entry to this list.
public enum MethodCatalog {
  /// The methods.
  public static let methods: [MethodDescription] = [
    MethodDescription(InitializeMethod.self),
    MethodDescription(ShutdownMethod.self),
    MethodDescription(PingMethod.self),
    MethodDescription(CancelRequestMethod.self),
    MethodDescription(ProgressMethod.self),
    MethodDescription(OutputTextMethod.self),
    MethodDescription(engine: StateGetMethod.self),
    MethodDescription(engine: StateInspectMethod.self),
    MethodDescription(engine: StateDiffMethod.self),
    MethodDescription(engine: StateSaveMethod.self),
    MethodDescription(engine: StateRestoreMethod.self),
    MethodDescription(engine: DefinitionsListMethod.self),
    MethodDescription(engine: OperationPerformMethod.self),
    MethodDescription(engine: GestureListMethod.self),
    MethodDescription(engine: GesturePerformMethod.self),
    MethodDescription(engine: LinkOpenMethod.self),
    MethodDescription(engine: ClockAdvanceMethod.self),
    MethodDescription(engine: IdleWaitMethod.self),
    MethodDescription(engine: WorkEndMethod.self),
    MethodDescription(engine: UndoMethod.self),
    MethodDescription(engine: RedoMethod.self),
    MethodDescription(engine: ApplicationRelaunchMethod.self),
    MethodDescription(engine: EventsSubscribeMethod.self),
    MethodDescription(EventsBatchMethod.self),
    MethodDescription(engine: CallsSubscribeMethod.self),
    MethodDescription(CallsBatchMethod.self),
    MethodDescription(engine: ScheduleSubscribeMethod.self),
    MethodDescription(ScheduleBatchMethod.self),
  ]
}
