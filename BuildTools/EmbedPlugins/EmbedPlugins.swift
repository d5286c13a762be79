import Foundation
import PackagePlugin

/// Puts the folder `plugins` and the shop of the examples into `SignalboxScripting`, as text, the pages of
/// the folder `inspector` into `SignalboxInspector`, and version and commit into the program: see
/// `Sources/EmbedTool`.
@main
struct EmbedPlugins: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tool = try context.tool(named: "EmbedTool").url
    let folder = context.pluginWorkDirectoryURL
    let package = context.package.directoryURL
    return switch target.name {
    case "SignalboxCLI": [build(tool, folder)]
    case "SignalboxInspector": [pages(tool, folder, of: package)]
    default: [files(tool, folder, of: package)]
    }
  }

  private func files(_ tool: URL, _ work: URL, of package: URL) -> Command {
    let folder = package.appending(path: "plugins")
    let demo = package.appending(path: "examples/shop/app.lua")
    let output = work.appending(path: "BundledFiles.swift")
    let files = Self.files(in: folder)
    return .buildCommand(
      displayName: "Embed plugins", executable: tool,
      arguments: ["files", output.path, demo.path, folder.path] + files,
      // The folders are also inputs, because removing a file changes only its folder.
      inputFiles: [demo, folder] + files.map { folder.appending(path: $0) },
      outputFiles: [output])
  }

  private func pages(_ tool: URL, _ work: URL, of package: URL) -> Command {
    let folder = package.appending(path: "inspector")
    let output = work.appending(path: "PageAsset.swift")
    return .buildCommand(
      displayName: "Embed pages", executable: tool,
      arguments: [
        "pages", output.path, folder.path,
        "inspector:page:tokens,inspector,device,graph,lanes,overview",
        "live:live:tokens,inspector,device,touch,graph,lanes,overview,live",
        "web:web:tokens,device,touch,web", "report:report:tokens,report", "graph::graph",
        "graphs:graphs:graph,graphs", "graphPage::tokens,graph,graph-page", "image::image",
        "colors::tokens,device",
      ],
      inputFiles: [folder] + Self.files(in: folder).map { folder.appending(path: $0) },
      outputFiles: [output])
  }

  /// The paths of all regular files but hidden ones, sorted.
  private static func files(in folder: URL) -> [String] {
    (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted().filter { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let values = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
      return !isHidden && values?.isRegularFile == true
    }
  }

  /// The values are arguments, so that the tool runs again if a value has changed.
  private func build(_ tool: URL, _ work: URL) -> Command {
    let variables = ProcessInfo.processInfo.environment
    let output = work.appending(path: "Build.swift")
    return .buildCommand(
      displayName: "Embed version", executable: tool,
      arguments: ["build", output.path]
        + ["SIGNALBOX_VERSION", "SIGNALBOX_COMMIT", "SIGNALBOX_REPOSITORY"]
        .map { variables[$0] ?? "" },
      inputFiles: [], outputFiles: [output])
  }
}
