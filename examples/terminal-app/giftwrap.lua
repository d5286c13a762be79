-- The model of a Swift coordinator in terminal-app (Sources/TerminalStage/GiftWrap.swift).
local GiftWrap <const> = coordinator "GiftWrap" {
  args = { item = "integer" },
  routes = {
    paper = { title = "Choose a paper", actions = { "Stars", "Stripes" } },
    card = {
      title = "A card with it?", args = { paper = "string" }, actions = { "Pay", "Another paper" },
    },
    checkout = { coordinator = "Checkout", args = { item = "integer" } },
  },
}

function GiftWrap:start() self.router:startFlow("paper") end

function GiftWrap:onStars() self:choose("stars") end

function GiftWrap:onStripes() self:choose("stripes") end

function GiftWrap:choose(paper)
  self.paper = paper
  self.router:navigate("card", { paper = paper })
end

function GiftWrap:onPay() self.router:navigate("checkout", { item = self.args.item }) end

function GiftWrap:onAnotherPaper() self.router:pop() end

---A user who swipes the checkout away still has the gift on the screen.
function GiftWrap:childFinished(_, result)
  if result then self.router:finishFlow { paper = self.paper, paid = result.paid or false } end
end
