internal import SignalboxScripting

/// The file of the demo application, which saved scenarios require.
struct DemoFile {
  static let module = "demo"

  let path: String
  /// Whether the file already exists with the same contents.
  let exists: Bool

  /// - Parameter scenario: The path of the scenario file. The demo file is in the same folder.
  /// - Throws: An error if a file with other contents exists at the path of the demo file.
  init(nextTo scenario: String, _ host: any CommandHost) throws(ScriptError) {
    let folder = scenario.lastIndex(of: "/").map { String(scenario[...$0]) } ?? ""
    path = "\(folder)\(Self.module).lua"
    let present = try? host.read(path)
    exists = present != nil
    if let present, present != BundledPlugins.demoText {
      throw ScriptError(
        .runtime, "\(path) is not the .demo application, which the scenario requires",
        hint: "save the scenario in another folder")
    }
  }

  var scriptModule: ScriptModule { ScriptModule(path: path, source: BundledPlugins.demoText) }
}
