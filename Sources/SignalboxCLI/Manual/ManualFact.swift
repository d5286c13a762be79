/// An environment variable or a file that manual pages list.
///
/// A test fails if the program reads an environment variable that is not listed here.
struct ManualFact: Sendable {
  let name: String
  let summary: String
  /// The commands that use the variable or file. An empty name represents the program without a
  /// subcommand. If the set is empty, all commands use it.
  let commands: Set<String>

  private init(_ name: String, in commands: Set<String> = [], _ summary: String) {
    self.name = name
    self.summary = summary
    self.commands = commands
  }

  private static let prompts: Set = ["", "repl", "test"]

  static let environment: [ManualFact] = [
    ManualFact("NO_COLOR", "If not empty, disables colored output."),
    ManualFact(
      "FORCE_COLOR, CLICOLOR_FORCE",
      "Unless empty or 0, enables color even without a terminal."),
    ManualFact("TERM", "The type of the terminal; dumb means plain output and no line editor."),
    ManualFact(
      "SIGNALBOX_TRUST",
      in: [
        "", "run", "test", "lint", "explore", "path", "cover", "graph", "render", "repl", "inspect",
        "serve", "dap", "mcp", "plugin", "doctor", "report",
      ],
      "Set to 1 to trust the permissions in signalbox.lua for this run, like --trust."),
    ManualFact(
      "XDG_CONFIG_HOME", "The folder with signalbox/trusted.lua (default: ~/.config)."),
    ManualFact("HOME", "The home folder, which contains the default folders."),
    ManualFact(
      "SIGNALBOX_HISTORY", in: prompts,
      "The file with the history of the prompt; empty for no history."),
    ManualFact(
      "XDG_STATE_HOME", in: prompts,
      "The folder that contains signalbox/history (default: ~/.local/state)."),
    ManualFact(
      "XDG_RUNTIME_DIR", in: ["", "repl", "run"],
      "The folder that contains signalbox/NAME.sock for --listen; without it, the socket is "
        + "/tmp/signalbox-UID/NAME.sock."),
    ManualFact("VISUAL, EDITOR", in: prompts, "The editor that the prompt opens (default: vi)."),
    ManualFact(
      EditorAddress.variable, in: ["", "inspect", "repl", "run", "trace open"],
      "The editor that pages link to: a name such as zed, or an address with {path} and {line}."),
    ManualFact(
      "TMPDIR", in: prompts, "The folder for the editor's temporary file (default: /tmp)."),
    ManualFact(
      "TERMINFO, XTERM_VERSION, STY", in: prompts,
      "The capabilities of the terminal, for the line editor."),
    ManualFact(
      "TERM_FEATURES, TERM_PROGRAM, TMUX", in: prompts.union(["graph", "render"]),
      "The capabilities of the terminal, for images."),
    ManualFact(
      TerminalGraphics.variable, in: prompts.union(["graph", "render"]),
      "The protocol for images in the terminal: kitty, iterm2, sixel or off (default: what the "
        + "terminal reports)."),
    ManualFact(
      "BROWSER", in: ["trace open", "inspect", "repl"],
      "The browser that shows pages (default: the system's browser)."),
    ManualFact(
      "CI", in: ["test"],
      "Unless empty, 0 or false, --ci and --forbid-only are on by default."),
    ManualFact(
      "GITHUB_STEP_SUMMARY", in: ["test", "report"],
      "The file to which the reporter github appends a summary."),
    ManualFact(
      "CI_NODE_INDEX, CI_NODE_TOTAL, CIRCLE_NODE_INDEX, CIRCLE_NODE_TOTAL, "
        + "BUILDKITE_PARALLEL_JOB, BUILDKITE_PARALLEL_JOB_COUNT", in: ["test"],
      "The shard that --shard auto runs."),
    ManualFact(
      "BAZEL_TEST, TEST_TOTAL_SHARDS, TEST_SHARD_INDEX, TEST_SHARD_STATUS_FILE, "
        + "TEST_RANDOM_SEED, TEST_TIMEOUT, TESTBRIDGE_TEST_ONLY, XML_OUTPUT_FILE, "
        + "TEST_PREMATURE_EXIT_FILE, TEST_WARNINGS_OUTPUT_FILE, TEST_UNDECLARED_OUTPUTS_DIR",
      in: ["test"], "The test protocol of Bazel: shard, seed, timeout, selection and reports."),
    ManualFact(
      "SOURCE_DATE_EPOCH", in: ["man"],
      "The date of the pages, in seconds since 1970 (default: now)."),
  ]

  static let files: [ManualFact] = [
    ManualFact(
      "signalbox.lua",
      "The configuration of a project: plugins, their permissions and options of test. It is "
        + "searched for in the current folder and its parents, up to the repository."),
    ManualFact("plugins/", "The plugins of a project, next to signalbox.lua."),
    ManualFact(
      "~/.config/signalbox/trusted.lua", "The trusted folders and the permissions that you granted."
    ),
    ManualFact(
      "~/.local/state/signalbox/history", in: prompts, "The history of the prompt."),
    ManualFact(
      ".signalbox/out/", in: ["test", "trace"], "The recordings of scenarios."),
    ManualFact(
      ".signalbox/last-failed", in: ["test"],
      "The scenarios that failed in the last run, for --last-failed and --failed-first."),
    ManualFact(
      "*.scenario.lua", in: ["test", "lint"], "Files with scenarios."),
  ]
}
