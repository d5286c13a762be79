import Foundation
import Testing

@Suite struct ModuleTests {
  private func run(_ files: [String: String], _ arguments: String = "main.lua") throws
    -> Tool.Result
  {
    let tool = try Tool(files)
    defer { tool.remove() }
    return try tool.run("run", arguments)
  }

  @Test func `modules are found next to the script and in the current folder`() throws {
    #expect(
      try run(
        [
          "shop/tour.lua": "print(require 'app', require 'parts.cart', require 'shared', ...)",
          "shop/app.lua": "return ...",
          "shop/parts/cart/init.lua": "return select(2, ...)",
          "shared.lua": "return select(2, ...)",
        ], "shop/tour.lua") == Tool.Result("app\tshop/parts/cart/init.lua\tshared.lua\n"))
  }

  @Test func `a missing module ends the script with 2 and lists the searched locations`() throws {
    #expect(
      try run(["shop/tour.lua": "require 'scenarios.gone'"], "shop/tour.lua")
        == Tool.Result(
          errors: """
            ✗ require: module "scenarios.gone" not found:
                no file shop/scenarios/gone.lua
                no file shop/scenarios/gone/init.lua
                no file shop/scenarios.gone.lua
                no file scenarios/gone.lua
                no file scenarios/gone/init.lua
                no file scenarios.gone.lua
              shop/tour.lua:1

             ▸ 1 │ require 'scenarios.gone'
                 │          ^^^^^^^^^^^^^^

            """, code: 2))
  }

  @Test(arguments: ["../secret", "..secret", "/etc/passwd", "a/b", "", "a.", ".", "a\\0b"])
  func `an invalid module name is rejected`(name: String) throws {
    let result = try run(["a/b.lua": "print 'leak'", "main.lua": "require \"\(name)\""])
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("a module name consists of words separated by dots"))
  }

  @Test func `a module that is a link to a file outside its folder is rejected`() throws {
    let outside = try Tool(["secret.lua": "print 'leak'"])
    defer { outside.remove() }
    let tool = try Tool(["main.lua": "require 'link'", "other.lua": "require 'folder.secret'"])
    defer { tool.remove() }
    let manager = FileManager.default
    try manager.createSymbolicLink(
      at: tool.folder.appendingPathComponent("link.lua"),
      withDestinationURL: outside.folder.appendingPathComponent("secret.lua"))
    try manager.createSymbolicLink(
      at: tool.folder.appendingPathComponent("folder"), withDestinationURL: outside.folder)
    for script in ["main.lua", "other.lua"] {
      let result = try tool.run("run", script)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(result.errors.contains("leads outside the module folder through a symbolic link"))
    }
  }

  @Test func `an error in a module is reported with the module's name`() throws {
    #expect(
      try run(["main.lua": "require 'part'", "part.lua": "-- a part\nerror('no part')"])
        == Tool.Result(
          errors: """
            ✗ no part
              part.lua:2

               1 │ -- a part
             ▸ 2 │ error('no part')

              part.lua:2  in main chunk
              main.lua:1  in main chunk

            """, code: 1))
  }
}
