/// The catalog of all tools of `signalbox mcp`, in the order in which clients see them.
enum AgentToolCatalog {
  static let tools: [AgentToolDescription] = [
    AgentToolDescription(InspectTool.self),
    AgentToolDescription(DefinitionsTool.self),
    AgentToolDescription(LaunchTool.self),
    AgentToolDescription(GestureTool.self),
    AgentToolDescription(OperationTool.self),
    AgentToolDescription(LinkTool.self),
    AgentToolDescription(AdvanceTool.self),
    AgentToolDescription(UndoTool.self),
    AgentToolDescription(EvaluateTool.self),
    AgentToolDescription(ListScenariosTool.self),
    AgentToolDescription(RunScenariosTool.self),
    AgentToolDescription(ExplainFailureTool.self),
    AgentToolDescription(ExploreTool.self),
    AgentToolDescription(FindPathTool.self),
    AgentToolDescription(LintTool.self),
    AgentToolDescription(WriteScenarioTool.self),
  ]
}
