internal import SystemLibrary

/// A child process to start: the program, its file descriptors and its signal handling.
struct ChildProcess {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// The path of the program. If the path contains no slash and ``variables`` is `nil`, the program
  /// is looked up in `PATH`.
  let program: String
  /// The name of the program and its arguments.
  let words: [String]
  /// The environment variables. By default, the process inherits the variables of this process.
  var variables: [String]?
  /// The open files to pass to the new process, with their descriptor numbers in that process.
  /// Standard streams that are not listed are inherited.
  var files: [(file: Int32, number: Int32)] = []
  /// Descriptor numbers that are connected to `/dev/null`.
  var closed: [(number: Int32, flags: Int32)] = []
  /// Signals that are reset to their default action, regardless of this process's settings.
  var standardSignals: [Int32] = []
  /// Signals that are blocked. All other signals are unblocked.
  var blockedSignals: [Int32] = []
  /// Whether the process becomes the leader of a new process group.
  var isGroup = false

  init(_ program: String, _ words: [String]) {
    self.program = program
    self.words = words
  }

  /// Starts the program.
  ///
  /// - Returns: The process, and the system's error number, which is 0 if the process was started.
  func start() -> (process: pid_t, failure: Int32) {
    #if canImport(Darwin)
      var (actions, attributes) = (Actions.none, Attributes.none)
    #else
      var (actions, attributes) = (Actions(), Attributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, flags) in closed {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
    }
    for (file, number) in files { posix_spawn_file_actions_adddup2(&actions, file, number) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = Self.set(of: blockedSignals)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var standard = Self.set(of: standardSignals)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(isGroup ? flags | POSIX_SPAWN_SETPGROUP : flags))
    let words = words.map { strdup($0) } + [nil]
    let own = variables.map { $0.map { strdup($0) } + [nil] }
    defer { for word in words + (own ?? []) { free(word) } }
    var process = pid_t()
    let failure =
      if let own {
        posix_spawn(&process, program, &actions, &attributes, words, own)
      } else {
        posix_spawnp(&process, program, &actions, &attributes, words, environ)
      }
    return (process, failure)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
