/// Fields that few values have, in a place of their own, so that the value itself stays a few words.
///
/// The place is shared by copies of the value until one of them writes.
protocol RareFields: AnyObject {
  init()

  func copy() -> Self
}

extension RareFields {
  /// The fields of one value for writing: nobody else sees what is written.
  static func own(in place: inout Self?) -> Self {
    let isOwn = isKnownUniquelyReferenced(&place)
    let fields = (isOwn ? place : place?.copy()) ?? Self()
    place = fields
    return fields
  }
}
