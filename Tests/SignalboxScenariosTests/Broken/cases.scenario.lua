each { { "card", "payment" }, { "voucher" } }:scenario "pays with %s and sees %s" {
  function() end,
}
