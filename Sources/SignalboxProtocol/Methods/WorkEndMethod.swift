public import Signalbox

/// The method `work/end`, which ends asynchronous work of a coordinator.
public enum WorkEndMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The number of the work item.
    public var work: Int
    /// The result of the work.
    public var result: ClientWorkResult

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "work", .integer(minimum: 1),
        "the number of the work item; work items are numbered from 1 in the order of their start"),
      MessageField(
        "result", .choice(ClientWorkResult.allCases.map(\.rawValue)),
        "`success` for work that returns no value, `failure` for an error, or `cancellation` for a "
          + "`CancellationError`"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - work: The number of the work item.
    ///   - result: The result of the work.
    public init(work: Int, result: ClientWorkResult) { (self.work, self.result) = (work, result) }
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The numbers of the work items that are still open.
    public var open: [Int]

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "open", .list(.integer(minimum: 1)),
        "the numbers of the work items that are still open, in the order of their start")
    ]
  }

  /// The name of the method.
  public static let name = "work/end"
  /// A short description of the method.
  public static let summary =
    "Ends asynchronous work of a coordinator with the given result, which is delivered "
    + "immediately. The task that runs the work is cancelled, and its own result is ignored."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(work: 1, result: .failure))

  /// Ends the work.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    guard let work = engine.openWork.first(where: { $0.number == params.work }) else {
      throw ProtocolError(
        .badParams, "params.work is \(params.work), but no unfinished work item has this number",
        hint: "schedule/subscribe sends the numbers of unfinished work items")
    }
    guard work.possibleResults.contains(params.result) else {
      throw ProtocolError(
        .badParams,
        "params.result is \"\(params.result.rawValue)\", but work \(params.work) returns a value; "
          + "expected \"failure\" or \"cancellation\"")
    }
    do throws(NavigationError) {
      try work.end(with: params.result, in: engine)
    } catch {
      throw ProtocolError(error)
    }
    return Result(open: engine.openWork.map(\.number))
  }
}
