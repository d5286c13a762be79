import PortableMutex
import Testing

/// Returns only the issues that a body records.
func issues(_ body: () throws -> Void) -> [Issue] {
  let found = Mutex<[Issue]>([])
  // An error that the body throws is also an issue.
  try? withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.withLock { $0.append(issue) }
    return true
  }
  return found.withLock { $0 }
}

/// Returns the messages of the issues that a body records, with their lines relative to the line of
/// the call.
func messages(
  _ body: () throws -> Void, line: Int = #line
) -> [String] {
  issues(body).map { issue in
    let offset = (issue.sourceLocation?.line ?? 0) - line
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    return "+\(offset) \(issue.error.map { "\($0)" } ?? text)"
  }
}
