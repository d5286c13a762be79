import Foundation
import Signalbox
import SignalboxUI
import SignalboxWeb

/// An application with every kind of container, shown as a web page by a separate process, for
/// tests in a browser.
///
/// The process prints an address. For each line of its standard input, it prints one line: another
/// address for `address`, the state that the page must show, as JSON, for `state`, and the failures
/// that the engine has reported for `problems`. The process ends at the end of its standard input.
@main
struct WebHost {
  @MainActor
  static func main() async throws {
    let application = try GalleryApplication()
    let engine = application.engine
    let clock = RealTimeClock(engine)
    clock.start()
    engine.launch("Home")
    let interface = try WebInterface(engine, name: "Gallery")
    interface.animationDuration = .milliseconds(
      CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20)
    say(interface.makeAddress())
    for await line in lines() {
      switch line {
      case "address": say(interface.makeAddress())
      case "state":
        let isSettled = interface.reconciler?.isSettled == true
        say(try json(ShownState(engine, isSettled: isSettled)))
      case "problems": say(try json(application.takeProblems()))
      default: say("unknown command")
      }
    }
    interface.close()
  }

  /// The lines of the standard input.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { stream in
      Thread.detachNewThread {
        while let line = readLine() { stream.yield(line) }
        stream.finish()
      }
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}

/// The visible part of an engine's state, read from its state document.
private struct ShownState: Encodable {
  struct Layer: Encodable {
    let style: String
    let title: String
    let back: String?
    let actions: [String]
    let tabs: [Tab]
    let fields: [String]
    let buttons: [String]
    let message: String?
  }

  struct Tab: Encodable {
    let title: String
    let badge: String?
    let isSelected: Bool
  }

  let isSettled: Bool
  let layers: [Layer]

  init(_ engine: NavigationEngine, isSettled: Bool) {
    self.isSettled = isSettled
    let tree = engine.tree
    let first = tree.layers.lastIndex { $0.isCovering } ?? 0
    layers = tree.layers.suffix(from: min(first, tree.layers.count)).map { layer in
      let face = tree.face(of: layer)
      let isDialog = ["alert", "confirmationDialog"].contains(layer.style)
      let front = face.screens.last
      let below = face.screens.dropLast().last
      return Layer(
        style: layer.style, title: front.map { engine.title(of: $0.id) ?? $0.name } ?? "",
        back: isDialog ? nil : below.map { engine.title(of: $0.id) ?? $0.name },
        actions: isDialog
          ? [] : front.flatMap { engine.delegate(of: $0.owner)?.actions(of: $0.id) } ?? [],
        tabs: face.tabBars.flatMap { bar in
          engine.pages(of: bar.id).map { page in
            Tab(title: page.shownTitle, badge: page.badge, isSelected: page.isSelected)
          }
        },
        fields: layer.fields.map(\.text), buttons: engine.buttons(of: layer.id).map(\.title),
        message: engine.message(of: layer.id))
    }
  }
}
