import Signalbox
import SignalboxTesting
import Testing

struct FlowTests {
  private static let setUp: @Sendable (NavigationFixture) throws -> Void = { app in
    try Shop.definePayment(in: app)
    try app.load("Scripts/shop.lua")
  }

  @Test(arguments: try FlowFiles(in: "Flows", setUp: setUp))
  func `flows of a folder are cases of a test`(_ flow: Flow) async throws {
    try await flow.run()
  }

  @Test func `cases are known by file and title, in the order of the files`() throws {
    let flows = try FlowFiles(in: "Flows")
    let head = "Tests/SignalboxTestingTests/Flows"

    #expect(
      flows.map(\.id) == [
        "\(head)/kinds.flow.lua::is skipped",
        "\(head)/kinds.flow.lua::waits for something",
        "\(head)/kinds.flow.lua::is known to fail",
        "\(head)/shop.flow.lua::Shop › a link shows a product",
        "\(head)/shop.flow.lua::Shop › a payment comes back",
        "\(head)/shop.flow.lua::Shop › a payment takes its time",
      ])
    #expect(flows.map(\.tags).last == ["shop"])
    #expect(
      String(describingForTest: flows[3])
        == "Shop › a link shows a product #shop #smoke (shop.flow.lua:5)")
    #expect(flows[3].description == "Shop › a link shows a product (\(head)/shop.flow.lua:5)")
  }

  @Test func `tags select flows`() throws {
    let flows = try FlowFiles(in: "Flows", tags: "shop and not smoke")

    #expect(
      flows.map(\.title) == ["Shop › a payment comes back", "Shop › a payment takes its time"])
  }

  @Test func `an unknown tag is told with what it may have meant`() {
    #expect(
      message { try FlowFiles(in: "Flows", tags: "smok") } == [
        "badArgument: no flow has the tag \"smok\"; did you mean \"smoke\"?"
      ])
  }

  @Test func `a folder without flows is an error`() {
    #expect(
      message { try FlowFiles(in: "Samples/Empty") } == [
        "there are no flows in Tests/SignalboxTestingTests/Samples/Empty; flows are in files that "
          + "end in .flow.lua"
      ])
  }

  @Test func `a folder that is not there is an error that says where it was looked for`() throws {
    let found = message { try FlowFiles(in: "Flow") }
    #expect(
      try #require(found.first).hasPrefix(
        "cannot read Flow: there is no such file or folder; paths are relative to the test's own "
          + "file or to the root of its package; looked for /"))
  }

  private func message(_ body: () throws -> FlowFiles) -> [String] {
    do {
      return try body().map(\.id)
    } catch {
      return ["\(error)"]
    }
  }
}
