import CBaseline
import Foundation
import Signalbox

/// The exploration of W8 in comparison with the `graph` package of XState.
///
/// Node must find the package from the repository's folder or through `NODE_PATH`. Otherwise, the
/// figures are left out, and a message states it.
struct XStateFigures {
  static let names = ["xstate", "W8xstate"]

  /// The folder of the repository.
  let root: String

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "xstate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (model, counts) = (folder.appending(path: "model.mjs"), folder.appending(path: "counts"))
    try Data(Self.model.utf8).write(to: model)
    let node = "node --max-old-space-size=8192 '\(model.path)'"
    guard (try? shell("\(node) find >'\(counts.path)' 2>&1")) != nil else {
      let note =
        "bench: xstate and W8xstate are left out, because node does not find the package xstate; "
        + "run npm install xstate in a folder, and set NODE_PATH to its node_modules\n"
      FileHandle.standardError.write(Data(note.utf8))
      return []
    }
    let exploration = try Exploration(.init(), by: .checkpoint)
    let start = baseline_wall_time()
    let states = Int(try exploration.run(ExplorationState.count))
    let ours = Double(baseline_wall_time() - start)
    // XState takes a minute for all states, so it runs once.
    try shell("\(node) >'\(counts.path)'")
    let found = try String(contentsOf: counts, encoding: .utf8).split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    let expected = [states, exploration.transitionCount].map(Double.init)
    guard found.count == 3, Array(found[..<2]) == expected else {
      throw BenchmarkError("xstate: counted \(found.dropLast()), expected \(expected)")
    }
    return [
      Measurement(
        figure: "xstate", unit: "ns",
        summary: "a state of W8 in XState's graph of adjacent states (`getAdjacencyMap`)",
        goal: nil,
        [found[2] / found[0]]),
      Measurement(
        figure: "W8xstate", unit: "", summary: "the time of XState, as a multiple of W8", goal: nil,
        [found[2] / ours]),
    ]
  }

  /// Runs a command that sees only `NODE_PATH` of the environment.
  private func shell(_ command: String) throws {
    let path = ProcessInfo.processInfo.environment["NODE_PATH"] ?? ""
    _ = try Figures.spawn(["env", "NODE_PATH=\(path)", "/bin/sh", "-c", command], in: root)
  }

  /// The application of W8 as a machine of XState. Prints the number of states, the number of
  /// transitions, and the nanoseconds of the search.
  private static let model = """
    import { createRequire } from 'node:module';
    import { pathToFileURL } from 'node:url';

    const require = createRequire(process.cwd() + '/');
    const load = async (name) => {
      const module = await import(pathToFileURL(require.resolve(name)));
      return module.default ?? module;
    };
    const { createMachine, assign } = await load('xstate');
    const { getAdjacencyMap } = await load('xstate/graph');
    if (process.argv[2] === 'find') process.exit();

    const stack = (context) => context.stacks[context.tab];
    const replaceStack = (change) => assign({
      stacks: ({ context, event }) => context.stacks.map(
        (screens, tab) => tab === context.tab ? change(screens, event) : screens),
    });
    const machine = createMachine({
      context: { tab: 0, stacks: [[], [], []], isModal: false },
      on: {
        push: {
          guard: ({ context }) => !context.isModal && stack(context).length < 2,
          actions: replaceStack((screens, event) => [...screens, event.screen]),
        },
        pop: {
          guard: ({ context }) => !context.isModal && stack(context).length > 0,
          actions: replaceStack((screens) => screens.slice(0, -1)),
        },
        select: {
          guard: ({ context, event }) => !context.isModal && context.tab !== event.tab,
          actions: assign({ tab: ({ event }) => event.tab }),
        },
        present: {
          guard: ({ context }) => !context.isModal, actions: assign({ isModal: true }),
        },
        dismiss: {
          guard: ({ context }) => context.isModal, actions: assign({ isModal: false }),
        },
      },
    });
    const events = [
      ...[0, 1, 2, 3, 4].map((screen) => ({ type: 'push', screen })),
      { type: 'pop' },
      ...[0, 1, 2].map((tab) => ({ type: 'select', tab })),
      { type: 'present' },
      { type: 'dismiss' },
    ];
    const start = process.hrtime.bigint();
    const map = getAdjacencyMap(machine, {
      events,
      limit: Infinity,
      serializeState: (state) => JSON.stringify(state.context),
      filterEvents: (state, event) => state.can(event),
    });
    const nanoseconds = process.hrtime.bigint() - start;
    const states = Object.values(map);
    const transitions = states.reduce(
      (count, state) => count + Object.keys(state.transitions).length, 0);
    console.log(`${states.length} ${transitions} ${nanoseconds}`);

    """
}
