import Foundation
import PackagePlugin

/// Puts the folder `plugins` and the shop of the examples into the program, as text: see `Sources/EmbedTool`.
@main
struct EmbedPlugins: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "plugins")
    let demo = context.package.directoryURL.appending(path: "examples/shop/app.lua")
    let output = context.pluginWorkDirectoryURL.appending(path: "BundledFiles.swift")
    let files = FileManager.default.subpaths(atPath: folder.path)?.sorted() ?? []
    return [
      .buildCommand(
        displayName: "Embed plugins", executable: try context.tool(named: "EmbedTool").url,
        arguments: [output.path, folder.path, demo.path],
        // The folders too: a file that goes changes only them.
        inputFiles: [demo] + (files.isEmpty ? [] : [folder])
          + files.map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }
}
