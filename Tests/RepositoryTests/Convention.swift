/// A rule that checks one file at a time.
struct Convention: Sendable {
  let findings: @Sendable (SourceFile) -> [Finding]

  /// No C or Lua file has more than 400 lines. The length of a Swift file depends on its type.
  static let length = Convention { file in
    let lines = file.path.hasSuffix(".swift") ? 0 : file.text.lineCount
    return lines > 400 ? [Finding(file.path, 0, "has \(lines) lines, 400 are the most")] : []
  }

  /// Unsafe code is allowed only in `LuaRuntime`, in the engine's storage (decision 0043), for
  /// creating socket addresses (decision 0141), and for the locks in builds with the thread sanitizer
  /// (decision 0405).
  static let unsafeCode = Convention { file in
    guard file.target != nil, file.target != "LuaRuntime",
      !file.path.hasPrefix("Sources/Signalbox/Storage/"),
      ![
        "Sources/SignalboxTransports/SystemSocket.swift",
        "Sources/PortableMutex/ObservedLock.swift",
      ].contains(file.path)
    else { return [] }
    guard ["Unsafe", "Unmanaged", "OpaquePointer"].contains(where: file.code.containsBytes) else {
      return []
    }
    return file.code.numberedLines.compactMap { number, line in
      guard let word = line.firstMatch(of: /Unsafe|Unmanaged|OpaquePointer/) else { return nil }
      return Finding(file.path, number, "\(word.output) outside LuaRuntime and Signalbox/Storage")
    }
  }

  /// The engine does not use Foundation.
  static let foundation = Convention { file in
    guard file.target == "Signalbox" else { return [] }
    return LayerCheck.imports(in: file).filter { $0.module.contains("Foundation") }.map {
      Finding(file.path, $0.line, "imports \($0.module); the engine does without")
    }
  }

  /// API that is newer than the oldest platforms in `Package.swift`, iOS 16 and macOS 13, is used
  /// only in declarations with `@available` or after `#available`, and in `PortableMutex` (decision
  /// 0283).
  ///
  /// This check requires no SDK, so it finds only the names that are listed here.
  static let newerAPI = Convention { file in
    guard file.path.hasSuffix(".swift"), file.target != "PortableMutex",
      newerNames.contains(where: file.code.containsBytes)
    else { return [] }
    let lines = file.code.numberedLines.map(\.text)
    return lines.indices.compactMap { index in
      // The Observation library is linked weakly, so an import alone requires no newer system.
      guard let match = lines[index].firstMatch(of: newer),
        !lines[index].hasSuffix("import Observation")
      else { return nil }
      // The top-level declaration, with its attributes, up to the line.
      let start = lines[...index].lastIndex { $0.contains(/^[a-z#]/) } ?? index
      let attributes = lines[..<start].reversed().prefix { $0.contains(/^(?:@|\s*$)/) }
      let before = Array(attributes) + lines[start...index]
      guard !before.contains(where: { $0.contains(/[@#]available\(/) }) else { return nil }
      return Finding(
        file.path, index + 1,
        "\(match.output) is newer than iOS 16 or macOS 13; mark the declaration with @available")
    }
  }

  /// The text that every line with newer API contains, for a fast search.
  private static let newerNames = [
    "Synchronization", "Observ", "Atomic<", "Atomic(", "TaskExecutor", "executorPreference",
    "Executor",
    "Discarding", "InlineArray", "Span<", "Int128", "RangeSet", "each ", "AsyncSequence<",
  ]

  // A regular expression cannot be changed.
  private nonisolated(unsafe) static let newer =
    /\b(?:Synchronization|Observation|Observations|@Observable|withObservationTracking|Atomic[<(]|TaskExecutor|executorPreference|globalConcurrentExecutor|ExecutorJob|with(?:Throwing)?DiscardingTaskGroup|InlineArray|(?:Raw|Mutable|Output|UTF8)?Span<|U?Int128|RangeSet|(?:any|some) AsyncSequence<|(?:struct|class|enum) \w+<[^>]*\beach\b)/

  /// Public functions and properties use the type `Duration` for times, so that callers do not need
  /// to know the unit (decision 0282).
  static let times = Convention { file in
    guard file.target != nil else { return [] }
    let pattern =
      /\b(?:milliseconds|seconds|duration|delay|timeout|interval|span)\b: (?:U?Int\d*|Double)\b/
    return file.code.numberedLines.compactMap { number, line in
      // A regular expression takes much longer than a text search.
      guard line.containsBytes(of: "public "), let match = line.firstMatch(of: pattern) else {
        return nil
      }
      return Finding(file.path, number, "\(match.output) is public; its type must be Duration")
    }
  }

  /// Code that stops the process or silences the compiler requires a reason next to it.
  ///
  /// The reason is a `//` comment on the same line or the line before. Documentation and formatter
  /// directives do not count.
  static let traps = Convention { file in
    guard file.target != nil else { return [] }
    let pattern =
      /\bfatalError\(|\btry!|\bas!|@unchecked\s+Sendable|\bnonisolated\(unsafe\)/
    let comments = file.comments.numberedLines.map(\.text)
    return file.code.matches(of: pattern).compactMap { match in
      let number = file.code.line(at: match.range.lowerBound)
      let reason = /(?:^|[^\/:])\/\/(?!\/)\s*(?!swift-format)\S/
      let near = comments[max(0, number - 2)..<number]
      guard !near.contains(where: { $0.contains(reason) }) else { return nil }
      return Finding(file.path, number, "\(match.output) without a reason in a comment")
    }
  }

  /// Code that disables a check or forces inlining must name the benchmark that needs it, in a
  /// comment on the same declaration or on its type.
  static let benchmarks = Convention { file in
    guard file.target != nil,
      file.code.containsBytes(of: "@inline(") || file.code.containsBytes(of: "@exclusivity(")
    else { return [] }
    let (code, text) = (file.code.numberedLines.map(\.text), file.text.numberedLines.map(\.text))
    func isNamed(_ index: Int) -> Bool {
      let comment = text[..<index].reversed().prefix { $0.contains(/^\s*(?:\/\/|@)/) }
      return ([text[index]] + comment).contains { $0.contains(/\bBenchmarks?: `/) }
    }
    return code.indices.compactMap { index in
      guard code[index].containsBytes(of: "@"),
        let word = code[index].firstMatch(of: /@inline\(__always\)|@exclusivity\(unchecked\)/),
        !isNamed(index)
      else { return nil }
      let type = code[...index].lastIndex { $0.contains(/^[a-z]/) }
      if let type, isNamed(type) { return nil }
      return Finding(file.path, index + 1, "\(word.output) names no benchmark")
    }
  }

  /// A public type stores no unowned references, because its users may retain it longer than the
  /// referenced object.
  static let unowned = Convention { file in
    guard file.target != nil, file.code.containsBytes(of: "unowned") else { return [] }
    var type: Substring?
    return file.code.numberedLines.compactMap { number, line in
      if let match = line.firstMatch(of: /^(?:\S+ )*?(?:class|struct|enum|actor) (\w+)/) {
        type = line.hasPrefix("public ") ? match.output.1 : nil
      }
      guard let type, line.contains(/^ +(?:\S+ )*unowned(?:\(\w+\))? (?:let|var)\b/) else {
        return nil
      }
      return Finding(file.path, number, "\(type) is public and stores an unowned reference")
    }
  }

  /// A comment about remaining work must contain its issue: `TODO(#12)`.
  static let unfinished = Convention { file in
    // Searching for words first is ten times faster than matching the pattern on every line.
    guard ["TODO", "FIXME", "XXX", "HACK"].contains(where: file.comments.containsBytes) else {
      return []
    }
    return file.comments.numberedLines.compactMap { number, line in
      let pattern = /\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/
      guard let word = line.firstMatch(of: pattern) else { return nil }
      return Finding(file.path, number, "\(word.output) without an issue")
    }
  }

  /// A script has fewer than 60 lines, enables strict mode, and starts with a description.
  static let script = Convention { file in
    let lines = file.text.numberedLines.map(\.text)
    var findings: [Finding] = []
    if file.text.lineCount >= 60 {
      findings.append(Finding(file.path, 0, "has \(file.text.lineCount) lines, 59 are the most"))
    }
    if lines.count < 2 || !lines[1].hasPrefix("# ") {
      findings.append(Finding(file.path, 2, "does not say what the script does"))
    }
    // A POSIX shell has no pipefail.
    let options = lines.first == "#!/bin/sh" ? "set -eu" : "set -euo pipefail"
    for need in [options, "--help"] where !file.text.contains(need) {
      findings.append(Finding(file.path, 0, "lacks \(need)"))
    }
    return findings
  }
}
