import Signalbox

/// Selecting among 5 tabs of 10 screens each: W4.
enum TabWorkloads {
  static var all: [Workload] { [select, selectPushPop] }

  private static var select: Workload {
    Workload(
      name: "W4", family: .tabs, unit: "select",
      summary: "select among 5 tabs with 10 screens each", goal: .ofBaseline(4)
    )
    .signalbox(
      ScriptedApp.tabs + """
        function bench(n)
          for i = 1, n do main:select(IDS[i % 5]) end
          return #app:stack()
        end
        """
    )
    .nav(
      ScriptedApp.navTabs + """
        function bench(n)
          for i = 1, n do c:selectTab(i % 5) end
          return c:depth()
        end
        """
    )
    .native {
      let (engine, router) = try launched()
      return { count in
        for i in 1...count { router.select(ids[i % 5]) }
        return depth(engine, router)
      }
    }
    .plainSwift {
      let coordinator = plain()
      return { count in
        for i in 1...count { coordinator.select(i % 5) }
        return Double(coordinator.depth)
      }
    }
  }

  private static var selectPushPop: Workload {
    Workload(
      name: "W4b", family: .tabs, unit: "round", summary: "select a tab, push there, pop",
      goal: .ofBaseline(4)
    )
    .signalbox(
      ScriptedApp.tabs + """
        function bench(n)
          for i = 1, n do
            main:select(IDS[i % 5])
            local page = pages[i % 5]
            page:navigate(NAMES[i & 7])
            page:pop()
          end
          return #app:stack()
        end
        """
    )
    .nav(
      ScriptedApp.navTabs + """
        function bench(n)
          for i = 1, n do
            c:selectTab(i % 5)
            c:push(NAMES[i & 7])
            c:pop()
          end
          return c:depth()
        end
        """
    )
    .native {
      let (engine, router) = try launched()
      let pages = engine.pages(of: router.coordinator).map(\.coordinator.id)
        .map(engine.router(of:))
      return { count in
        for i in 1...count {
          router.select(ids[i % 5])
          pages[i % 5].navigate(to: NativeApp.names[i & 7])
          pages[i % 5].pop()
        }
        return depth(engine, router)
      }
    }
    .plainSwift {
      let coordinator = plain()
      return { count in
        for i in 1...count {
          coordinator.select(i % 5)
          coordinator.push(NativeApp.names[i & 7])
          coordinator.pop()
        }
        return Double(coordinator.depth)
      }
    }
  }

  // MARK: - Applications

  private static let ids = (0..<5).map { "t\($0)" }

  private static func launched() throws -> (NavigationEngine, AnyRouter) {
    let engine = NavigationEngine()
    try engine.register(NativeApp.mainType(of: engine, named: "Page"))
    try engine.register(
      CoordinatorType(
        name: "Tabs", kind: .tabs, pages: ids.map { PageDefinition(id: $0, coordinator: "Page") }
      ) { _, _ in NativeApp.Tabs() })
    engine.launch("Tabs")
    guard let main = engine.main else { throw BenchmarkError("the tabs did not start") }
    for page in engine.pages(of: main).map(\.coordinator.id) {
      for i in 1...9 { engine.router(of: page).navigate(to: NativeApp.names[i & 7]) }
    }
    return (engine, engine.router(of: main))
  }

  private static func depth(_ engine: NavigationEngine, _ tabs: AnyRouter) -> Double {
    Double(tabs.selectedCoordinator.map { engine.stack(of: $0).count } ?? 0)
  }

  private static func plain() -> PlainCoordinator {
    let coordinator = PlainCoordinator(tabs: 5, root: "home")
    for tab in 0..<5 {
      coordinator.select(tab)
      for i in 1...9 { coordinator.push(NativeApp.names[i & 7]) }
    }
    return coordinator
  }
}
