// `tools/sanitize` appends these lines to Package.swift, in a package of its own: they are no part of the project's package.

/// Programs with an error that the sanitizers must report.
package.targets += [
  .executableTarget(name: "planted-race", path: "Tests/Sanitizers/race", swiftSettings: common),
  .executableTarget(name: "planted-overflow", path: "Tests/Sanitizers/overflow", swiftSettings: common),
]
