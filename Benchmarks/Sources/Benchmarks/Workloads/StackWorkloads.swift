import Signalbox

/// Pushing and popping on one stack: W1, W2, W3.
enum StackWorkloads {
  static var all: [Workload] {
    [1, 10, 100, 1_000, 10_000].map(pushPop) + [arguments, listener, fill, popTo, popToAlone]
  }

  private static func pushPop(depth: Int) -> Workload {
    Workload(
      name: depth == 1 ? "W1" : "W1d\(depth)", family: .stack, unit: "pair",
      summary: "push a screen and pop it, on a stack of depth \(depth)",
      goal: depth <= 10 ? .ofBaseline(3) : .of("W1d10", 1.1)
    )
    .signalbox(
      ScriptedApp.stack + """
        for i = 2, \(depth) do r:navigate(NAMES[i & 7]) end
        function bench(n)
          for i = 1, n do
            r:navigate(NAMES[i & 7])
            r:pop()
          end
          return #app:stack()
        end
        """
    )
    .nav(
      ScriptedApp.navStack + """
        for i = 2, \(depth) do c:push(NAMES[i & 7]) end
        function bench(n)
          for i = 1, n do
            c:push(NAMES[i & 7])
            c:pop()
          end
          return c:depth()
        end
        """
    )
    .native {
      let (engine, main) = try NativeApp.launched()
      let router = main.router
      for i in 1..<depth { router.navigate(to: NativeApp.names[i & 7]) }
      return { count in
        for i in 0..<count {
          router.navigate(to: NativeApp.names[i & 7])
          router.pop()
        }
        return Double(engine.stack(of: router.coordinator).count)
      }
    }
    .plainSwift {
      let coordinator = PlainCoordinator(root: "home")
      for i in 1..<depth { coordinator.push(NativeApp.names[i & 7]) }
      return { count in
        for i in 0..<count {
          coordinator.push(NativeApp.names[i & 7])
          coordinator.pop()
        }
        return Double(coordinator.depth)
      }
    }
  }

  private static var arguments: Workload {
    Workload(
      name: "W1p", family: .stack, unit: "round",
      summary: "push a screen with { id = i }, read it back from the top, pop it",
      goal: .ofBaseline(3)
    )
    .signalbox(
      ScriptedApp.stack + """
        function bench(n)
          local sum = 0
          for i = 1, n do
            r:navigate(NAMES[i & 7], { id = i })
            sum = sum + app.front.args.id
            r:pop()
          end
          return sum
        end
        """
    )
    .nav(
      ScriptedApp.navStack + """
        function bench(n)
          local sum = 0
          for i = 1, n do
            c:push(NAMES[i & 7], { id = i })
            local _, arguments = c:top()
            sum = sum + arguments.id
            c:pop()
          end
          return sum
        end
        """
    )
    .native {
      let (engine, main) = try NativeApp.launched()
      return { count in
        var sum = 0
        for i in 1...count {
          main.router.navigate(to: NativeApp.names[i & 7], ["id": .integer(i)])
          if let front = engine.front, case .integer(let id) = engine.arguments(of: front)["id"] {
            sum += id
          }
          main.router.pop()
        }
        return Double(sum)
      }
    }
    .plainSwift {
      let coordinator = PlainCoordinator(root: "home")
      return { count in
        var sum = 0
        for i in 1...count {
          coordinator.push(NativeApp.names[i & 7], ["id": i])
          sum += coordinator.top?.arguments?["id"] ?? 0
          coordinator.pop()
        }
        return Double(sum)
      }
    }
  }

  private static var listener: Workload {
    Workload(
      name: "W1h", family: .stack, unit: "pair",
      summary: "W1 with one scripted observer of each push and pop", goal: .ofBaseline(4)
    )
    .signalbox(
      ScriptedApp.stack + """
        local seen = 0
        app:on({ "entry.pushed", "entry.popped" }, function(event) seen = seen + 1 end)
        function bench(n)
          seen = 0
          for i = 1, n do
            r:navigate(NAMES[i & 7])
            r:pop()
          end
          return seen
        end
        """
    )
    .nav(
      ScriptedApp.navStack + """
        local seen = 0
        nav.listen(function(event, name) seen = seen + 1 end)
        function bench(n)
          seen = 0
          for i = 1, n do
            c:push(NAMES[i & 7])
            c:pop()
          end
          return seen
        end
        """
    )
  }

  private static var fill: Workload {
    Workload(
      name: "W2", family: .stack, unit: "push",
      summary: "push 10,000 screens, then pop to the root", granule: 10_000, goal: .ofBaseline(3)
    )
    .signalbox(
      ScriptedApp.stack + """
        function bench(n)
          for i = 1, n do
            r:navigate(NAMES[i & 7])
            if i % 10000 == 0 then r:popToRoot() end
          end
          return #app:stack()
        end
        """
    )
    .nav(
      ScriptedApp.navStack + """
        function bench(n)
          for i = 1, n do
            c:push(NAMES[i & 7])
            if i % 10000 == 0 then c:popToRoot() end
          end
          return c:depth()
        end
        """
    )
    .plainSwift {
      let coordinator = PlainCoordinator(root: "home")
      return { count in
        for i in 1...count {
          coordinator.push(NativeApp.names[i & 7])
          if i % 10_000 == 0 { coordinator.popToRoot() }
        }
        return Double(coordinator.depth)
      }
    }
  }

  // MARK: - A stack of 1,000 with the target in the middle

  private static let signalboxMiddle =
    ScriptedApp.stack + """
      for i = 1, 499 do r:navigate(NAMES[i & 7]) end
      r:navigate("target")
      local function refill() for i = 1, 499 do r:navigate(NAMES[i & 7]) end end
      refill()

      """

  private static let navMiddle =
    ScriptedApp.navStack + """
      for i = 1, 499 do c:push(NAMES[i & 7]) end
      c:push("target")
      local function refill() for i = 1, 499 do c:push(NAMES[i & 7]) end end
      refill()

      """

  private static var popTo: Workload {
    Workload(
      name: "W3", family: .stack, unit: "round",
      summary: "on a stack of 1,000, popToView 500 below, then push 499 again", goal: .ofBaseline(3)
    )
    .signalbox(
      signalboxMiddle + """
        function bench(n)
          for i = 1, n do
            r:popToView("target")
            refill()
          end
          return #app:stack()
        end
        """
    )
    .nav(
      navMiddle + """
        function bench(n)
          for i = 1, n do
            c:popTo("target")
            refill()
          end
          return c:depth()
        end
        """)
  }

  private static var popToAlone: Workload {
    Workload(
      name: "W3t", family: .stack, unit: "popToView", summary: "only the popToView of W3",
      goal: .ofBaseline(8)
    )
    .signalbox(
      signalboxMiddle + """
        function bench(n)
          for i = 1, n do
            print("")
            print("")
            r:popToView("target")
            print("")
            refill()
          end
          return #app:stack()
        end
        """, isFine: true
    )
    .nav(
      navMiddle + """
        function bench(n)
          for i = 1, n do
            print("")
            print("")
            c:popTo("target")
            print("")
            refill()
          end
          return c:depth()
        end
        """, isFine: true)
  }
}
