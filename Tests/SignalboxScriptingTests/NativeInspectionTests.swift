import Signalbox
import SignalboxScripting
import Testing

/// Tests that scripts cannot distinguish coordinators written in Swift from those defined in Lua.
struct NativeInspectionTests {
  enum PaymentRoute: Route, CaseIterable, Codable { case amount }

  final class Payment: Coordinator {
    typealias Output = [String: Bool]

    let router: Router<PaymentRoute>
    init(_ router: Router<PaymentRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .amount) }
    func actions(of route: PaymentRoute) -> [ScreenAction] {
      [ScreenAction("Pay") { [self] in try finishFlow(with: ["paid": true]) }]
    }
  }

  private let session: ScriptSession

  init() throws {
    session = try ScriptSession()
    try session.engine.register(Payment.self) { Payment($0) }
    try session.run(
      Array(
        """
        local Shop = coordinator "Shop" {
          routes = { catalog = {}, payment = { coordinator = "Payment", style = "sheet" } },
        }
        function Shop:start() self.router:startFlow("catalog") end
        app:launch(Shop)
        app.top.router:navigate("payment")
        """.utf8), name: "shop.lua")
  }

  @Test func `app coordinator finds the newest coordinator of a type, written in Lua or in Swift`()
    throws
  {
    #expect(session.text(of: "app:coordinator('Payment') == app.top") == "true")
    #expect(session.text(of: "app:coordinator('Shop') == app.main") == "true")
    #expect(session.text(of: "app:coordinator('Payment').type") == "\"Payment\"")
    session.engine.perform("swipeDown")
    #expect(session.text(of: "app:coordinator('Payment') == nil") == "true")
    #expect(session.text(of: "app:coordinator('Cellar') == nil") == "true")
  }

  @Test func `the coordinator that finished last can be written in Swift`() {
    session.engine.perform("tap") { $0.text = "Pay" }
    #expect(session.lastFinish?.type == "Payment")
    #expect(session.lastFinish?.result == ["paid": true])
  }
}

extension ScriptSession {
  /// Returns the value of an expression, as the prompt shows it.
  fileprivate func text(of expression: String) -> String {
    switch evaluate(expression) {
    case .values(let values): values.joined(separator: " ")
    case .incomplete: "incomplete"
    case .failed(let error): error.description
    }
  }
}
