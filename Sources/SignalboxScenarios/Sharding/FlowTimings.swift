#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How long flows took, by their whole names.
public struct FlowTimings: Equatable, Sendable {
  private var milliseconds: [String: Double] = [:]

  /// Nothing known.
  public init() {}

  /// Reads what ``json`` gave.
  ///
  /// - Throws: where it is something else.
  public init(json: [UInt8]) throws {
    milliseconds = try JSONDecoder().decode([String: Double].self, from: Data(json))
  }

  /// A JSON object of milliseconds by names, in the order of the names.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Numbers that are no numbers are never kept, so that nothing can keep it from being written.
    let data = (try? encoder.encode(milliseconds)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// How long a flow took; `nil` where it is not known.
  public subscript(id: String) -> Duration? {
    milliseconds[id].flatMap { $0 >= 0 ? .nanoseconds(Int64(min($0, 1e9) * 1e6)) : nil }
  }

  /// What half of the flows stay below; `nil` without any.
  var median: Duration? {
    let all = milliseconds.keys.compactMap { self[$0] }.sorted()
    return all.isEmpty ? nil : all[all.count / 2]
  }

  /// Takes in how long the flows took that ran.
  public mutating func note(_ results: [FlowResult]) {
    for result in results where result.attempts > 0 && result.status != .notRun {
      milliseconds[result.flow.id] = DurationText.milliseconds(result.duration)
    }
  }
}
