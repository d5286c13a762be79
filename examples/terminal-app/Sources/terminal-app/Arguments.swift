internal import Foundation

/// The command-line arguments.
struct Arguments {
  /// The script that declares the application.
  var script: String
  /// The folders in which modules are searched for.
  var folders: [String]
  /// The size of the window if there is no terminal.
  var size = (columns: 48, rows: 14)
  /// The socket to which clients connect, or `nil` if the program does not listen.
  var socket: String?
  var wantsHelp = false

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ words: some Sequence<String>) throws(Mistake) {
    script = Self.package.appending(path: "main.lua").path
    folders = [Self.package.deletingLastPathComponent().appending(path: "shop").path]
    var words = Array(words)[...]
    var scripts: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--listen":
        guard let path = words.popFirst(), !path.isEmpty else {
          throw Mistake(description: "--listen takes the path of a socket")
        }
        socket = path
      case "--size": size = try Self.size(words.popFirst() ?? "")
      case _ where word.hasPrefix("-"):
        throw Mistake(description: "unknown option \(word) (expected --size, --listen or --help)")
      default: scripts.append(word)
      }
    }
    guard scripts.count < 2 else {
      throw Mistake(description: "one script is played, not \(scripts.count)")
    }
    guard let given = scripts.first else { return }
    script = given
    let folder = URL(filePath: given).deletingLastPathComponent().path
    folders = [folder.isEmpty ? "." : folder]
  }

  /// The folder of this package.
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func size(_ text: String) throws(Mistake) -> (columns: Int, rows: Int) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, (10...400).contains(parts[0]), (4...200).contains(parts[1]) else {
      throw Mistake(
        description: "--size takes COLUMNSxROWS such as 48x14, from 10x4 on, not \"\(text)\"")
    }
    return (parts[0], parts[1])
  }
}
