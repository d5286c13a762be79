internal import Signalbox

/// The sources of a configuration's plugins, keyed by plugin name.
struct PluginSources {
  /// The origin of a plugin.
  enum Origin {
    case native(any SignalboxPlugin)
    case folder(PluginFolder, any PluginLibrary)
  }

  struct Source {
    let name: String
    let origin: Origin
    var replacesBundled = false

    func makePlugin(in session: ScriptSession) throws(ScriptError) -> Plugin {
      switch origin {
      case .native(let plugin):
        Plugin(name, NativePlugin(plugin), isBundled: false, replacesBundled: replacesBundled)
      case .folder(let folder, let library):
        Plugin(
          name, try LuaPlugin(folder, in: library, session: session),
          isBundled: library.isBundled, replacesBundled: replacesBundled)
      }
    }
  }

  /// The names of the plugins that load at startup.
  private(set) var start: [String] = []
  /// The plugins that are ignored because another plugin has the same name.
  private(set) var duplicates: [(name: String, path: String)] = []
  /// The rejections of libraries whose folders cannot be read.
  private var unreadable: [PluginRejection] = []
  private var sources: [String: Source] = [:]
  private var paths: [String: String] = [:]

  init(_ configuration: PluginConfiguration) {
    for make in configuration.native {
      let plugin = make()
      let name = plugin.manifest.name
      add(Source(name: name, origin: .native(plugin)), path: NativePlugin.origin)
      start.append(name)
    }
    for library in configuration.libraries {
      do throws(ScriptError) {
        for folder in try library.folders() {
          add(
            Source(name: folder.name, origin: .folder(folder, library)), path: folder.path,
            isBundled: library.isBundled)
          if library.loadsAtStart, !configuration.heldBack.contains(folder.name) {
            start.append(folder.name)
          }
        }
      } catch {
        unreadable.append(PluginRejection(ofLibrary: error))
      }
    }
    start += configuration.start.filter { sources[$0] != nil }
  }

  /// All names, sorted by their bytes.
  var names: [String] {
    sources.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func source(of name: String) -> Source? { sources[name] }

  /// Returns the rejections of unreadable folders, duplicate names, and plugins that were not
  /// found.
  func strays(of configuration: PluginConfiguration) -> [PluginRejection] {
    let seconds = duplicates.map { name, path in
      PluginRejection(
        name, at: path, .duplicate, "\(path) has the same name as \(paths[name] ?? "another")",
        hint: "rename one of the folders, and change `name` in its manifest to match")
    }
    return unreadable + seconds
      + (configuration.start + configuration.heldBack.sorted()).filter { sources[$0] == nil }.map {
        name in
        PluginRejection(
          name, at: "", .missing, "there is no such plugin", hint: nameHint(for: name, in: names))
      }
  }

  /// Adds a plugin, unless a plugin with the same name exists. In this case, the plugin to add is
  /// reported as a duplicate, unless it is bundled.
  private mutating func add(_ source: Source, path: String, isBundled: Bool = false) {
    if sources[source.name] == nil {
      sources[source.name] = source
      paths[source.name] = path
    } else if isBundled {
      sources[source.name]?.replacesBundled = true
    } else {
      duplicates.append((source.name, path))
    }
  }
}
