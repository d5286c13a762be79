-- Properties of every state of the onboarding: signalbox explore onboarding.properties.lua
require "app"

reachable "the second step" { front = "secondStep" }
within(3, "the offers are three taps away", { when = { front = "firstStep" }, reach = { front = "offers" } })
