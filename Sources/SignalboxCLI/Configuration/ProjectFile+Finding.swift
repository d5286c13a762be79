#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ProjectFile {
  /// The configuration file of the current folder, or else of the nearest folder around it that has one.
  ///
  /// Nothing is looked for outside of a repository, and no file of another user is taken: in a folder such
  /// as `/tmp` anybody can leave one.
  static var nearest: String {
    if FlowFinder.exists(name) { return name }
    var folder = ""
    while !FlowFinder.exists(folder + ".git"), identity(folder + "./") != identity(folder + "../") {
      folder += "../"
      var facts = stat()
      if stat(folder + name, &facts) == 0, [geteuid(), 0].contains(facts.st_uid) {
        return folder + name
      }
    }
    return name
  }

  /// Tells a folder from others; `nil` for one that cannot be looked at, where the search ends as well.
  private static func identity(_ path: String) -> [UInt64]? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: facts.st_dev), UInt64(facts.st_ino)]
  }
}
