internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let missingMedia = Scenario(
    "media that cannot be shown are named with file and line by --check, status, plan and the log, and are an error with --strict",
    gate: [.simulated]
  ) { bench in
    let drawing = try bench.write(MadeFiles.drawing("#c02020"), name: "menu.svg")
    let notes = try bench.write("buy milk", name: "notes.png")
    func configuration(_ second: String) -> String {
      """
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - content:
                  playlist:
                    - image: menu.svg
                    - image: \(second)
                    - deck: { file: notes.png }

      """
    }
    let text = configuration("gone.png")
    let path = try bench.write(text, name: "marquee.yaml")
    let folder = drawing.dropLast("/menu.svg".count)
    let warnings = [
      "\(path):8:24: \(folder)/gone.png: there is no such file",
      "\(path):9:31: \(notes) is a text; PDF documents can be shown",
    ]

    let check = try bench.run("marqueed", ["--check", "--config", path], within: 20)
    try expect(check.status, is: 0, "the status of a check with warnings: \(check.output)")
    for warning in warnings {
      try expect(check.output.contains("warning: \(warning)\n"), "\(warning): \(check.output)")
    }
    try expect(check.output.contains("\(path): no errors, 2 warnings\n"), "the count: \(check.output)")
    let strict = try bench.run("marqueed", ["--check", "--strict", "--config", path], within: 20)
    try expect(strict.status, is: 65, "the status of a strict check: \(strict.output)")
    try expect(warnings.allSatisfy(strict.output.contains), "a strict check names both: \(strict.output)")

    let daemon = try bench.start(DaemonSetup(text))
    try expect(daemon.status().warnings, is: warnings, "what the status warns of")
    try expect(bench.log().contains(warnings[0]), "so does the log")
    let tool = try bench.run("marqueectl", ["status"], within: 20)
    try expect(warnings.allSatisfy { tool.output.contains("Warning: \($0)\n") }, "marqueectl status: \(tool.output)")
    let plan = try daemon.client.call(PlanCall(configuration: configuration("lost.png"), file: path))
    try expect(
      plan.warnings, is: ["\(path):8:24: \(folder)/lost.png: there is no such file", warnings[1]],
      "what the plan warns of")
    let report = try daemon.client.call(ReportCall()).report
    try expect(!report.contains("gone.png"), "a report names no content")

    _ = try bench.write(MadeFiles.drawing("#20c020"), name: "gone.png")
    _ = try bench.write(MadeFiles.document([RGB(0x10, 0x20, 0x30)]), name: "notes.png")
    try expect(daemon.status().warnings, is: [], "warnings once the files are there")
    let right = try bench.run("marqueed", ["--check", "--strict", "--config", path], within: 20)
    try expect(right.status, is: 0, "a strict check of what is right: \(right.output)")
    try expect(right.output.contains("\(path): no errors\n"), "without a count: \(right.output)")
  }
}

extension Scenario {
  static let distantKeyFrames = Scenario(
    "--check warns of videos whose key frames are more than five seconds apart, with a command that makes a better file",
    gate: [.simulated]
  ) { bench in
    func clip(_ distance: Int, _ name: String, count: Int = 60) throws -> String {
      // Five pictures a second, and key frames only at that distance.
      let encoder = "x264enc key-int-max=\(distance) option-string=scenecut=0 ! mp4mux"
      return try bench.write(CodedClip(count: count, rate: 5, encoder: encoder).make(), name: name)
    }
    let (far, near) = (try clip(40, "far.mp4"), try clip(25, "near.mp4"))
    let text = try bench.write("This is a text.\n", name: "text.mp4")
    let configuration = """
      content:
        playlist:
          - video: \(near)
          - video: \(far)
          - video: \(text)

      """
    let path = try bench.write(configuration, name: "videos.yaml")
    let check = try bench.run("marqueed", ["--check", "--config", path], within: 60)
    try expect(check.status, is: 0, "the status of a check with a warning: \(check.output)")
    let warning =
      "warning: \(path):4:14: \(far): its key frames are up to 7.8 s apart, so it may continue late after a replug. "
      + "Make another file: ffmpeg -i far.mp4 -c:v libx264 -g 50 new.mp4\n"
    try expect(check.output.contains(warning), "the warning: \(check.output)")
    try expect(!check.output.contains("near.mp4: its"), "key frames at five seconds: \(check.output)")
    try expect(
      check.output.contains("\(text): it is no video file\n"),
      "the note about a text: \(check.output)")
    try expect(check.output.contains("\(path): no errors, 2 warnings\n"), "the count: \(check.output)")
  }
}
