-- The results of parsing URLs and other input. No link is opened here.
local deeplink <const> = require "deeplink"

local links <const> = deeplink.new {
  prefixes = { "app://", "https://shop.example.org/" },
  links = {
    home = "home",
    new = "items/new",
    item = {
      "items/:id", "https://*.example.net/i/:id/*", args = { id = "integer", by = "string?" },
    },
    section = "items/:id/:section",
    file = "app://files/*path",
    flag = { "app://flag", args = { on = "boolean", rate = "number?" } },
    way = { "app://way/:id", args = { id = "integer" }, path = "shop/product;id=:id" },
  },
}

---Returns the route and the arguments of a parsed link, or the reason why the input is not a link.
local function read(input)
  local link <const>, why <const> = links:parse(input)
  if not link then return why end
  local parts <const> = {}
  for name, value in pairs(link.args) do parts[#parts + 1] = ("%s=%s"):format(name, value) end
  table.sort(parts)
  return table.concat({ link.route, table.unpack(parts) }, " ")
end

---@param cases table[] The inputs and the expected results.
local function expectRead(cases)
  for _, case in ipairs(cases) do
    local actual <const> = read(case[1])
    if actual ~= case[2] then
      error(("%s: expected %q, got %q"):format(case[1], case[2], actual), 2)
    end
  end
end

suite "Reading links" {
  scenario "links have parameters and queries with types" {
    function()
      expectRead {
        { "app://home", "home" },
        { "app:home", "home" },
        { "APP://HOME/", "home" },
        { "app://items/42", "item id=42" },
        { "app://items/42?by=ad+am%20&utm=x", "item by=ad am  id=42" },
        { "app://items/7/reviews?page=2", "section id=7 page=2 section=reviews" },
        { "app://flag?on=1&rate=1.5", "flag on=true rate=1.5" },
        { "app://flag?on", "flag on=true" },
        { "app://files/a/b%2Fc/d", "file path=a/b/c/d" },
        { "app://items/x", "item: id is x, expected integer" },
        { "app://items/99999999999999999999",
          "item: id is 99999999999999999999, expected integer" },
        { "app://flag", "flag: on is missing, expected boolean" },
      }
    end,
  },

  scenario "a literal precedes a parameter, and other patterns follow a type mismatch" {
    function()
      local both <const> = deeplink.new {
        links = {
          number = { "a://:x/c", args = { x = "integer" } }, text = "a://:x/:y", rest = "a://*all",
        },
      }
      assert(read "app://items/new" == "new")
      assert(both:parse("a://1/c").route == "number")
      assert(both:parse("a://one/c").route == "text")
      assert(both:parse("a://one/c/d").route == "rest")
    end,
  },

  scenario "schemes and hosts ignore case, and a host excludes the user information" {
    function()
      expectRead {
        { "https://SHOP.example.org/items/1", "item id=1" },
        { "https://a.b.example.net/i/1/z", "item id=1" },
        { "https://user@shop.example.org:8080/items/1", "item id=1" },
        { "https://example.net/i/1/z", 'no pattern matches "https://example.net/i/1/z"' },
        { "https://shop.example.org@evil.com/items/1",
          'no pattern matches "https://shop.example.org@evil.com/items/1"' },
        { "https://shop.example.org.evil.com/items/1",
          'no pattern matches "https://shop.example.org.evil.com/items/1"' },
      }
    end,
  },

  scenario "a link may be an id with parameters or a dictionary" {
    function()
      local item <const> = links:parse { route = "item", args = { id = "7" } }
      assert(item.route == "item" and item.args.id == 7 and item.source == "script")
      assert(read { url = "app://items/8" } == "item id=8")
      assert(read { route = "item" } == "item: id is missing, expected integer")
      assert(read { route = "itm", args = {} } == 'there is no link "itm"; known: '
        .. '"file", "flag", "home", "item", "new", "section", "way"')
      assert(read { route = "item", arg = {} } == 'link: there is no "arg"; known: '
        .. '"args", "path", "route", "url"')
      assert(read(7) == "7 is not a link, expected a URL, the name of a link or a path")
      local way <const> = links:parse "app://way/3"
      assert(#way.parts == 2 and way.parts[2].name == "product" and way.parts[2].args.id == 3)
    end,
  },

  scenario "invalid tables of links are rejected" {
    function()
      local function rejection(spec)
        local isFine <const>, problem <const> = pcall(deeplink.new, spec)
        assert(not isFine)
        return problem
      end
      local cases <const> = {
        { { links = { a = "home" } }, "links%.a: pattern \"home\" is not a pattern, expected scheme" },
        { { links = { a = "x://:b/c", b = "x://:d/c" } },
          "links%.b: pattern \"x://:d/c\" matches the same links as \"x://:b/c\" of links%.a" },
        { { links = { a = "x://:b/:b" } }, "contains the name \":b\" twice" },
        { { links = { a = "x://*b/c" } }, "\"%*b\" that matches the rest, so it must be the last one" },
        { { links = { a = { "x://b", arg = {} } } }, 'links%.a: there is no "arg"; known: "args"' },
        { { links = { a = { "x://b", args = { c = "int" } } } },
          "args%.c is \"int\", expected a kind such as \"integer\"" },
        { { links = { a = { "x://b", ttl = "soon" } } }, 'ttl is "soon", expected a duration' },
        { { links = { "x://b" } }, 'a pattern without a name %("x://b"%); write name = pattern' },
        { { links = {}, prefixes = { "app" } }, 'prefix 1 is "app", expected one such as' },
        { { patterns = {} }, "there is no \"patterns\"; known:" },
        { {}, "links is missing" },
      }
      for _, case in ipairs(cases) do
        local problem <const> = rejection(case[1])
        assert(problem:find(case[2]), problem)
      end
    end,
  },

  scenario "many patterns are matched as fast as few" {
    function()
      local many <const> = {}
      for number = 1, 2000 do many["r" .. number] = ("m://section%d/:id"):format(number) end
      local table_ <const> = deeplink.new { links = many }
      assert(table_:parse("m://section1999/5").route == "r1999")
      assert(not table_:parse "m://section2001/5")
    end,
  },
}
