import PortableMutex
import Testing

/// The issues that a body records, and nothing else of them.
func issues(_ body: () throws -> Void) -> [Issue] {
  let found = Mutex<[Issue]>([])
  // Whatever it throws is an issue like the others.
  try? withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.withLock { $0.append(issue) }
    return true
  }
  return found.withLock { $0 }
}

/// The messages of the issues that a body records, with the lines that they are shown at, counted
/// from that of the call.
func messages(
  _ body: () throws -> Void, line: Int = #line
) -> [String] {
  issues(body).map { issue in
    let offset = (issue.sourceLocation?.line ?? 0) - line
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    return "+\(offset) \(issue.error.map { "\($0)" } ?? text)"
  }
}
