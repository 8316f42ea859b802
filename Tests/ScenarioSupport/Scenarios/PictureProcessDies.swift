internal import ControlClient
internal import ControlProtocol
internal import DamagedFiles
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pictureProcessDies = Scenario(
    "a process that is killed while it reads a picture is replaced, and after two kills the playlist skips that file until it changes",
    gate: [.simulated]
  ) { bench in
    let (red, green) = (RGB(0xc0, 0x20, 0x20), RGB(0x20, 0xa0, 0x40))
    let endless = try unwrap(
      BrokenFile.hostile.first { $0.name == "SVG: a filter" }, "there is no picture that takes for ever")
    let good = try bench.write(MadeFiles.drawing("\(red)"), name: "good.svg")
    let slow = try bench.write(endless.bytes, name: "slow.svg")
    let items = [good, slow].map { "{ image: { file: \"\($0)\", fit: stretch } }" }.joined(separator: ", ")
    let daemon = try bench.start(.showing("playlist: { duration: 1s, items: [\(items)] }"))
    let events = try daemon.events()
    try bench.plug(1, TestDisplay(640, 480))
    let process = try daemon.status().processID
    // The process that has this file open is killed until the daemon reports two deaths for it. The other file is never interrupted,
    // even if it takes long.
    let readers =
      "for p in $(cat /proc/\(process)/task/*/children); do readlink /proc/$p/fd/* | grep -q '/slow.svg$' && echo $p; done 2> /dev/null; true"
    let reason = try bench.poll(within: 20, every: 100) { () throws -> String? in
      for line in try ChildProcess.shell(readers).split(separator: "\n") {
        if let worker = Int(line) { try? bench.kill(worker) }
      }
      try events.drain()
      return events.all(EventName(rawValue: "contentDidFail")).compactMap(\.reason)
        .first { $0.contains("slow.svg") && $0.contains("died twice") }
    }
    _ = try unwrap(reason, "nobody says that the process died twice over slow.svg: \(events.events.map(\.event))")
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "the good picture") { $0.uniformColor == red }
    _ = try bench.write(MadeFiles.drawing("\(green)"), name: "slow.svg")
    try daemon.photograph(1, "the file that is another now", within: 15) { $0.uniformColor == green }
    try daemon.photograph(1, "the good picture again", within: 15) { $0.uniformColor == red }
    try expect(daemon.status().processID, is: process, "the daemon's process")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }
}
