import Signalbox

/// Children that start, perform operations and finish with a result: W5.
enum FlowWorkloads {
  static var all: [Workload] {
    [
      Workload(
        name: "W5", family: .flow, unit: "round",
        summary: "present a child coordinator, push inside it, finish it with a result",
        goal: .ofBaseline(5)
      )
      .signalbox(signalbox).nav(nav).native(native).plainSwift(plainSwift)
    ]
  }

  private static let signalbox = """
    local sum = 0
    local Checkout = coordinator "Checkout" { routes = { step1 = {}, step2 = {} } }
    function Checkout:start() self.router:startFlow("step1") end
    local Main = coordinator "Main" {
      routes = {
        home = {},
        checkout = {
          coordinator = "Checkout",
          onFinish = function(self, result) sum = sum + result end,
        },
      },
    }
    function Main:start() self.router:startFlow("home") end
    local r = app:launch(Main).router

    function bench(n)
      sum = 0
      for i = 1, n do
        local child = r:navigate("checkout").router
        child:navigate("step2")
        child:finishFlow(i)
      end
      return sum + #app:layers() + #app.main.children
    end
    """

  private static let nav =
    ScriptedApp.navStack + """
      local sum = 0
      local function onFinish(result) sum = sum + result end
      function bench(n)
        sum = 0
        for i = 1, n do
          local child = c:present("checkout", onFinish)
          child:push("step2")
          child:finish(i)
        end
        return sum + (c:hasChild() and 2 or 1)
      end
      """

  private static func native() throws -> (Int) throws -> Double {
    let (engine, main) = try NativeApp.launched()
    return { count in
      main.sum = 0
      for i in 1...count {
        main.router.navigate(to: "checkout")
        guard let top = engine.topCoordinator else { throw BenchmarkError("nothing is on top") }
        let child = engine.router(of: top)
        child.navigate(to: "step2")
        child.finishFlow(.integer(i))
      }
      return main.sum
        + Double(engine.layers.count + engine.children(of: main.router.coordinator).count)
    }
  }

  private static func plainSwift() throws -> (Int) throws -> Double {
    let coordinator = PlainCoordinator(root: "home")
    return { count in
      var sum = 0
      for i in 1...count {
        let child = coordinator.present("checkout") { sum += $0 }
        child.push("step2")
        child.finish(i)
      }
      return Double(sum + (coordinator.hasChild ? 2 : 1))
    }
  }
}
