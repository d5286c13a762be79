/// A plugin as its manifest shows it, which is evaluated with nothing to call (decision 0232).
public struct PluginOutline: Sendable {
  /// What it is called: the name of its folder.
  public let name: String
  /// Where it comes from, as messages show it.
  public let path: String
  /// Whether it comes with the program.
  public let isBundled: Bool
  /// Whether it takes the place of a bundled one of its name.
  public let replacesBundled: Bool
  /// Whether it loads at the start.
  public let loadsAtStart: Bool
  /// What it says of itself; `nil` where its `plugin.lua` needs more than that.
  public internal(set) var manifest: PluginManifest?
  /// Why it does not load, as far as that is known.
  public internal(set) var rejection: PluginRejection?
}

extension PluginConfiguration {
  /// All plugins that there are, sorted by the bytes of their names. Their manifests are evaluated with nothing to call.
  public var outlines: [PluginOutline] {
    let sources = PluginSources(self)
    return sources.names.compactMap { name in
      sources.source(of: name).map { outline(of: $0, isStarted: sources.start.contains(name)) }
    }
  }

  /// Plugins that belong to no name: second of their name, or asked for and not there.
  public var strays: [PluginRejection] { PluginSources(self).strays(of: self) }

  private func outline(
    of source: PluginSources.Source, isStarted: Bool
  ) -> PluginOutline {
    switch source.origin {
    case .native(let plugin):
      return PluginOutline(
        name: source.name, path: NativePlugin.origin, isBundled: false,
        replacesBundled: source.replacesBundled, loadsAtStart: true, manifest: plugin.manifest)
    case .folder(let folder, let library):
      var outline = PluginOutline(
        name: source.name, path: folder.path, isBundled: library.isBundled,
        replacesBundled: source.replacesBundled, loadsAtStart: isStarted)
      do throws(PluginRejection) {
        outline.manifest = try manifest(of: folder, in: library)
        if let manifest = outline.manifest {
          outline.rejection = denial(of: manifest, at: folder.path)
        }
      } catch {
        outline.rejection = error
      }
      return outline
    }
  }

  private func manifest(
    of folder: PluginFolder, in library: any PluginLibrary
  ) throws(PluginRejection) -> PluginManifest? {
    let text: [UInt8]?
    do throws(ScriptError) {
      text = try library.text("plugin.lua", of: folder)
    } catch {
      throw PluginRejection(folder.name, at: folder.path, error, while: "loading plugin.lua")
    }
    let path = "\(folder.path)/plugin.lua"
    guard let data = try? DataFile(text ?? [], path: path, leavesOutFunctions: true) else {
      return nil
    }
    return try ManifestReader(name: folder.name, path: folder.path).manifest(data.value)
  }
}
