import SignalboxScripting
import Testing

struct AlertBindingTests {
  private func launched(_ definitions: String, routes: String = "a = {}") throws -> ScriptFixture {
    let fixture = try ScriptFixture(
      """
      Main = coordinator "Main" { routes = { \(routes) } }
      function Main:start() self.router:startFlow("a") end
      application "Main" { main = "Main" }
      \(definitions)
      """)
    try fixture.run("app:launch()")
    return fixture
  }

  @Test func `a route can declare the message, fields and buttons of its alert`() throws {
    let fixture = try launched(
      "function Main:onSave(screen, texts) print(screen, texts.name, texts.code) end",
      routes: """
        a = {}, rename = {
          title = "Rename",
          style = { style = "alert", message = "Choose a name.",
            fields = { "name", { name = "code", placeholder = "Code", kind = "password" } } },
          actions = { "Save", { "Delete", "delete", role = "destructive" },
            { "Cancel", function() end, role = "cancel" } },
        }
        """)
    let printed = try fixture.run(
      """
      app.main.router:navigate("rename")
      local layer = app:layers()[2]
      print(layer.message, #layer.fields, layer.fields[2].placeholder, layer.fields[2].kind)
      print(select(2, app:enterText("name", "Milk")), select(2, app:enterText("code", "1")))
      print(layer.fields[1].text)
      app:tapAlert "Save"
      """)
    #expect(
      printed == [
        "Choose a name.\t2\tCode\tpassword", "done\tdone\tnil", "Milk",
        "screen (s2, gone)\tMilk\t1",
      ])
  }

  @Test func `the options of present can describe an alert, and handlers receive the texts`() throws
  {
    let fixture = try launched("function Main:onCancel(texts) print('cancel', next(texts)) end")
    let printed = try fixture.run(
      """
      local function ask()
        app.main.router:present(screen "Rename", nil, {
          style = "alert", message = "New name", fields = { { name = "name", text = "Milk" } },
          buttons = {
            { "Save", function(self, texts) print(self == app.main, texts.name) end },
            { "Cancel", role = "cancel" },
          },
        })
        return app:layers()[2]
      end
      local layer = ask()
      print(table.concat(layer.buttons, " "), layer.roles.Save, layer.roles.Cancel)
      app:tapAlert "Save"
      ask()
      app:tapAlert "Cancel"
      """)
    #expect(printed == ["Save Cancel\tnil\tcancel", "true\tMilk", "cancel\tname\tMilk"])
  }

  @Test(arguments: [
    (
      #"{ buttons = { { "OK", role = "danger" } } }"#,
      #"present: buttons[1].role is "danger", expected "cancel" or "destructive""#
    ),
    (
      #"{ buttons = { { "A", print, role = "cancel" }, { "B", print, role = "cancel" } } }"#,
      #"present: buttons has the role "cancel" for "A" and for "B", expected at most one"#
    ),
    (
      #"{ buttons = { { "A", print, color = "red" } } }"#,
      #"present has no key "buttons[1].color""#
    ),
    (#"{ fields = { { placeholder = "x" } } }"#, "present: fields[1] has no name"),
    (#"{ fields = { 7 } }"#, "present: fields[1] is 7, expected a name, or a table with a name"),
    (
      #"{ fields = { { name = "x", kind = "date" } } }"#,
      #"present: fields[1].kind is "date", expected one of "text", "password", "number", "email", "#
        + #""phone", "url""#
    ),
    (
      #"{ fields = { name = "x" } }"#,
      #"present: fields has the key "name", expected a list of names or of tables with a name"#
    ),
    (#"{ message = 7 }"#, #"present: option "message" is 7, expected a string"#),
  ])
  func `an invalid description of an alert is an error that names the invalid part`(
    _ options: String, _ message: String
  )
    throws
  {
    let fixture = try launched("")
    let printed = try fixture.run(
      """
      local options = \(options)
      options.style = "alert"
      local ok, message = pcall(app.main.router.present, app.main.router, screen "Ask", nil, options)
      print(ok, message)
      """)
    #expect(printed.first?.contains(message) == true, "\(printed)")
  }

  @Test func `a push style can be defined and used by its name`() throws {
    let fixture = try launched(#"presentationStyle "zoom" { push = true }"#)
    let printed = try fixture.run(
      """
      local Album = coordinator "Album" { routes = { grid = {}, photo = { style = "zoom" } } }
      function Album:start() self.router:startFlow("grid") end
      local album = Album:new()
      app.main.router:navigate(album)
      album.router:navigate("photo")
      print(#app:layers(), app.front.name, app.front.transition)
      print(pcall(function() presentationStyle "fade" { push = true, covering = true } end))
      """)
    #expect(printed.first == "2\tphoto\tzoom")
    #expect(
      printed.last?.contains("has push and covering, but only a style that presents can") == true)
  }
}
