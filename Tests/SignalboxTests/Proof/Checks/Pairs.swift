@testable import Signalbox

/// The unique and permanent mapping between the identifiers of an engine and the objects of the
/// model.
final class Pairs {
  private var coordinatorBits: [Int: UInt64] = [:]
  private var coordinatorNumbers: [UInt64: Int] = [:]
  private var screenBits: [Int: UInt64] = [:]
  private var screenNumbers: [UInt64: Int] = [:]
  private var layerBits: [Int: UInt64] = [:]
  private var layerNumbers: [UInt64: Int] = [:]
  /// The model's numbers of all coordinators and layers that have ever existed, oldest first.
  private(set) var coordinators: [Int] = []
  private(set) var layers: [Int] = []

  func coordinator(_ number: Int) -> CoordinatorID? {
    coordinatorBits[number].map(CoordinatorID.init(bits:))
  }

  func number(of id: CoordinatorID) -> Int? { coordinatorNumbers[id.bits] }

  func screen(_ number: Int) -> ScreenID? { screenBits[number].map(ScreenID.init(bits:)) }

  func layer(_ serial: Int) -> LayerID? { layerBits[serial].map(LayerID.init(bits:)) }

  /// Whether both identifiers refer to the same object. Two unknown identifiers are recorded as the
  /// same object.
  @discardableResult
  func pair(_ id: CoordinatorID, _ number: Int) -> Bool {
    if let known = coordinatorBits[number] { return known == id.bits }
    guard coordinatorNumbers.updateValue(number, forKey: id.bits) == nil else { return false }
    coordinatorBits[number] = id.bits
    coordinators.append(number)
    return true
  }

  func pair(_ id: ScreenID, _ number: Int) -> Bool {
    if let known = screenBits[number] { return known == id.bits }
    guard screenNumbers.updateValue(number, forKey: id.bits) == nil else { return false }
    screenBits[number] = id.bits
    return true
  }

  func pair(_ id: LayerID, _ serial: Int) -> Bool {
    if let known = layerBits[serial] { return known == id.bits }
    guard layerNumbers.updateValue(serial, forKey: id.bits) == nil else { return false }
    layerBits[serial] = id.bits
    layers.append(serial)
    return true
  }
}
