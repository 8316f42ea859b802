// swift-tools-version: 6.2
import PackageDescription

// A package of its own with one dependency. To use it elsewhere, replace the path by the path of your clone of Marquee.
let scenes: Target.Dependency = .product(name: "DisplayScenes", package: "marquee")

let package = Package(
  name: "in-process",
  dependencies: [.package(name: "marquee", path: "../..")],
  targets: [
    .target(name: "Keyboard", dependencies: [scenes], path: "keyboard"),
    .executableTarget(name: "in-process", dependencies: [scenes, "Keyboard"], path: "tally"),
    .executableTarget(name: "first-steps", dependencies: [scenes], path: "first-steps"),
    .executableTarget(name: "older-way", dependencies: [scenes, "Keyboard"], path: "older-way"),
  ]
)
