/// The members of a userdata type.
///
/// Every function receives the userdata as argument 1.
package struct LuaTypeMembers {
  var methods: [Member] = []
  var getters: [Member] = []
  var setters: [Member] = []

  /// A member that is created when a script first uses it.
  package enum Found {
    case method(LuaNativeBody)
    case getter(LuaNativeBody)
  }

  /// A closure that creates the member for a name that was not added, or returns `nil` for an
  /// unknown name. The member is stored for later accesses.
  package var find: ((String) -> Found?)?
  /// The function that returns the value for a key that is neither a method nor a getter. The
  /// arguments are (self, key).
  package var index: LuaNativeBody?
  /// The function that handles an assignment to a key that has no setter. The arguments are (self,
  /// key, value).
  package var newIndex: LuaNativeBody?
  package var toString: LuaNativeBody?
  /// The function that is called when a script calls the userdata. The arguments are (self, ...).
  package var call: LuaNativeBody?

  /// A member and its function. This type is not a tuple, because Swift adds a wrapper to each
  /// function in a tuple that is stored in a generic collection.
  struct Member {
    let name: String
    let body: LuaNativeBody
  }

  package mutating func method(_ name: String, _ body: @escaping LuaNativeBody) {
    methods.append(Member(name: name, body: body))
  }

  /// Adds a property. The property's function takes (self) and returns a value.
  package mutating func getter(_ name: String, _ body: @escaping LuaNativeBody) {
    getters.append(Member(name: name, body: body))
  }

  /// Adds a setter. The setter takes (self, value).
  package mutating func setter(_ name: String, _ body: @escaping LuaNativeBody) {
    setters.append(Member(name: name, body: body))
  }
}
