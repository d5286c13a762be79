-- The flows here require the coordinators in Swift, so they run with `swift test`. Because this
-- folder has its own configuration file, it is a separate project, and `signalbox test` in a parent
-- folder skips it.
return {}
