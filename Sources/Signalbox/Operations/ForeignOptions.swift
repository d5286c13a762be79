/// Finds options of a call that its operation does not support. Benchmark: `W1`.
enum ForeignOptions {
  /// The frequently used options of an operation.
  struct Mask {
    let switches: OperationOptions.Switches
    private let hasStyle: Bool
    private let hasAnimated: Bool
    private let hasDuration: Bool

    init(_ options: [OperationOption]) {
      switches = options.reduce(into: []) { $0.formUnion(Self.switches(of: $1)) }
      hasStyle = options.contains(.style)
      hasAnimated = options.contains(.animated)
      hasDuration = options.contains(.duration)
    }

    /// Returns the switches that an option can set.
    private static func switches(of option: OperationOption) -> OperationOptions.Switches {
      let values: [NavigationValue]
      switch option.kind {
      case .boolean: values = [.boolean(true), .boolean(false)]
      case .choice(let words): values = words.map { .string($0) }
      case .layer(let stays): return stays ? .layerStays : []
      case .integer, .duration, .style, .page, .text, .arguments, .detents, .fields, .buttons,
        .coordinator, .fraction, .function:
        return []
      }
      return values.reduce(into: []) { switches, value in
        var options = OperationOptions()
        if option.set(&options, value) { switches.formUnion(options.switches) }
      }
    }

    /// Returns whether the operation supports every option that is set. The result is also
    /// `false` if a rarely used option might be set, because these are not checked here.
    @inline(__always)
    func covers(_ options: borrowing OperationOptions) -> Bool {
      guard !options.hasExtras, switches.isSuperset(of: options.switches),
        hasStyle || options.style == .automatic
      else { return false }
      let milliseconds = options.milliseconds
      return milliseconds == OperationOptions.defaultMilliseconds
        || (milliseconds == 0 ? hasAnimated : hasDuration)
    }
  }

  /// Returns the rejection of a call with options that its operation does not support, or `nil` if
  /// there are no such options. The hint lists the supported options. Cost: O(1) if only frequently
  /// used options that the operation supports are set, otherwise O(options).
  @inline(__always)
  static func rejection(of call: borrowing OperationCall) -> NavigationError? {
    OperationCatalog.traits[call.operation].options.covers(call.options)
      ? nil : search(OperationCatalog.signature(at: call.operation), call.options)
  }

  @inline(never)
  private static func search(
    _ operation: OperationSignature, _ options: OperationOptions
  ) -> NavigationError? {
    // Every change accepts a completion handler, even a gesture that has no options in scripts.
    let hasCompletion = operation.options.contains(.completion) || operation.mode == .query
    let accepted = operation.options + (hasCompletion ? [] : [.completion])
    let foreign = OperationOption.allCases.filter { $0.isSet(options) && !accepted.contains($0) }
    guard !foreign.isEmpty else { return nil }
    let names = foreign.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let known = accepted.map(\.name).joined(separator: ", ")
    return NavigationError(
      .unknownOption, "\(operation.name) has no option \(names)",
      hint: "\(operation.name) accepts \(known.isEmpty ? "no options" : known)")
  }
}
