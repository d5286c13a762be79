coordinator "Billing" { routes = { bill = {} } }
