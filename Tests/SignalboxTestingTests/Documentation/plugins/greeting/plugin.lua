return {
  name = "greeting",
  version = "1.0.0",
  api = 1,
  summary = "Greets",
  setup = function(host) host:global("greeting", "hello") end,
}
