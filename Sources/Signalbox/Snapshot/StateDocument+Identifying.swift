extension StateDocument {
  /// The document of an engine before launch.
  package static var empty: StateDocument { StateDocument() }

  /// A copy of a stored document, with the identifiers that renderers need.
  ///
  /// The identifiers belong to no engine. Cost: O(size).
  package var identified: StateDocument {
    var copy = self
    var serials = SerialCounters()
    func coordinator(_ index: Int) -> CoordinatorID {
      CoordinatorID(slot: UInt32(index), serial: UInt32(index) + 1)
    }
    func identify(_ screen: inout Screen, of owner: CoordinatorID) {
      let serial = serials.nextScreen()
      (screen.id, screen.owner) = (ScreenID(slot: serial, serial: serial), owner)
    }
    for index in copy.coordinators.indices {
      let id = coordinator(index)
      copy.coordinators[index].id = id
      for screen in copy.coordinators[index].stack.indices {
        identify(&copy.coordinators[index].stack[screen], of: id)
      }
      if var view = copy.coordinators[index].tabView {
        identify(&view, of: id)
        copy.coordinators[index].tabView = view
      }
      for page in copy.coordinators[index].pages.indices {
        let target = copy.coordinators[index].pages[page].coordinator.index
        copy.coordinators[index].pages[page].coordinator = Reference(target, coordinator(target))
      }
    }
    for index in copy.layers.indices {
      let owner = copy.layers[index].owner.index
      let serial = serials.nextLayer()
      copy.layers[index].id = LayerID(slot: serial, serial: serial)
      copy.layers[index].owner = Reference(owner, coordinator(owner))
      if let presenter = copy.layers[index].presenter?.index {
        copy.layers[index].presenter = Reference(presenter, coordinator(presenter))
      }
      if var screen = copy.layers[index].screen {
        identify(&screen, of: coordinator(owner))
        copy.layers[index].screen = screen
      }
      for screen in copy.layers[index].stack.indices {
        identify(&copy.layers[index].stack[screen], of: coordinator(owner))
      }
    }
    copy.front = copy.layers.last.flatMap { copy.face(of: $0).screens.last }
    copy.top = copy.front?.owner
    copy.visible = copy.front.map { [$0] } ?? []
    return copy
  }
}
