internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badConfiguration = Scenario(
    "a wrong configuration ends the daemon with file, line, key and expected value",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    /// Starts the daemon with a file, and also checks the file only.
    func refuse(_ text: String, status: Int, _ parts: [String]) throws {
      let path = try bench.write(text, name: "bad.yaml")
      for arguments in [["--check", "--config", path], ["--backend", "simulated", "--config", path]] {
        let result = try bench.run("marqueed", arguments, within: 20)
        try expect(result.status, is: status, "the status of \(arguments) with:\n\(text)\n\(result.output)")
        for part in [path] + parts {
          try expect(result.output.contains(part), "the message names \(part): \(result.output)")
        }
      }
    }
    try refuse(
      "screens:\n  - match: { connector: \"*\" }\n    rotation: 45\n", status: 65, [":3:", "rotation", "45", "90"])
    try refuse("screens: [\n", status: 65, [":2:"])
    try refuse("unknownScreen: show\n", status: 65, [":1:1", "unknownScreen", "unknownScreens"])
    let two = """
      apps:
        one: { foreground: true, scenes: { externalDisplayNonInteractive: [ { content: { color: "#102030" } } ] } }
        two: { foreground: true, scenes: { externalDisplayNonInteractive: [ { content: { color: "#102030" } } ] } }

      """
    try refuse(two, status: 65, [":3:", "two", "foreground"])
    let twoForOne = "screens:\n  - match: { connector: \"*\" }\n    apps: [one, two]\n"
    try refuse(twoForOne, status: 65, [":3:", "apps"])

    let markup = try bench.write(
      "apps:\n  one:\n    scenes:\n      externalDisplayNonInteractive:\n"
        + "        - content: { banner: { text: \"<b>One\", markup: true } }\n", name: "bad.yaml")
    let check = try bench.run("marqueed", ["--check", "--config", markup], within: 30)
    try expect(check.status, is: 65, "the status with wrong markup: \(check.output)")
    for part in ["\(markup):5:", "apps.one.scenes.externalDisplayNonInteractive[0].content.banner.text", "markup"] {
      try expect(check.output.contains(part), "the message names \(part): \(check.output)")
    }

    let missing = try bench.run("marqueed", ["--check", "--config", "/nonexistent/marquee.yaml"], within: 20)
    try expect(missing.status, is: 66, "the status without a file: \(missing.output)")
    try expect(missing.output.contains("/nonexistent/marquee.yaml"), "the message names the file: \(missing.output)")
    let folder = try bench.run("marqueed", ["--check", "--config", "/etc"], within: 20)
    try expect(folder.status, is: 65, "the status with a directory: \(folder.output)")
  }
}
