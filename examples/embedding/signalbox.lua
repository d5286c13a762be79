-- The flows here need the coordinators in Swift: `swift test`. With a configuration of its own this
-- folder is a project of its own, which `signalbox test` in a folder above leaves alone.
return {}
