extension NavigationEngine: TransactionHost {
  var header: CallHeader { runner.header }
  var mark: LogPosition { runner.mark }
  var endsSwipe: Bool { runner.swipe != nil }
  var queuedCount: Int { queue.waitingCount }

  func announce() throws(NavigationError) { try runner.announce() }

  func swipe(
    _ call: borrowing OperationCall, leaving: ContiguousArray<ScreenReference>,
    arriving: ContiguousArray<ScreenReference>
  ) -> Outcome { runner.swipe(call, leaving: leaving, arriving: arriving) }

  func collect(_ body: () throws -> Void) throws -> [BatchStep] { try record(body) }
  func keep(link: OperationCall) { queue.keep(link: link) }
  func number(ofOperation name: String) -> Int? { OperationCatalog.index(of: name) }
  func hint(forArgument name: String, of operation: Int) -> String? {
    OperationCatalog.signature(at: operation).hint(forArgument: name)
  }
}
