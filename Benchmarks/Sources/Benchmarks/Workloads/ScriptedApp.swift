/// The application that scripted workloads control.
enum ScriptedApp {
  static let names = """
    local NAMES = {
      [0] = "home", "detail", "settings", "profile", "cart", "search", "help", "about",
    }

    """

  /// A coordinator on its first screen, whose router is `r`.
  static let stack =
    names + """
      local Main = coordinator "Main" {
        routes = {
          home = {}, detail = {}, settings = {}, profile = {}, cart = {}, search = {}, help = {},
          about = {}, target = {},
        },
      }
      function Main:start() self.router:startFlow("home") end
      local r = app:launch(Main).router

      """

  /// The same application for the implementations that have `nav`. The coordinator is `c`.
  static let navStack =
    names + """
      local c = nav.coordinator(1, "home")

      """

  /// Tabs `t0` to `t4`. Their router is `main`, and the routers of the pages are in `pages`.
  static let tabs =
    names + """
      local Page = coordinator "Page" {
        routes = {
          home = {}, detail = {}, settings = {}, profile = {}, cart = {}, search = {}, help = {},
          about = {},
        },
      }
      function Page:start() self.router:startFlow("home") end
      local IDS, list, pages = {}, {}, {}
      for k = 0, 4 do
        IDS[k] = "t" .. k
        list[k + 1] = { id = IDS[k], coordinator = "Page" }
      end
      tabs "Main" { pages = list }
      local main = app:launch("Main").router
      for k = 0, 4 do
        pages[k] = main:select(IDS[k]).router
        for i = 1, 9 do pages[k]:navigate(NAMES[i & 7]) end
      end

      """

  static let navTabs =
    names + """
      local c = nav.coordinator(5, "home")
      for k = 0, 4 do
        c:selectTab(k)
        for i = 1, 9 do c:push(NAMES[i & 7]) end
      end

      """
}
