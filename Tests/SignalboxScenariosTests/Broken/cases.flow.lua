each { { "card", "payment" }, { "voucher" } }:flow "pays with %s and sees %s" {
  function() end,
}
