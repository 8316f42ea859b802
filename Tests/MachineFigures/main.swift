import Foundation
import VirtualMachine

// The figures of docs/figures.md, measured in the virtual machine: `make bench`.
//
//     MachineFigures PROGRAMS FILE.json [PART…]
//
// PROGRAMS is the directory of the release build. PART is one of those below; without one, all are measured. The exit status is 1 if a
// requirement is not met, and 2 if a figure could not be measured.

func printProgress(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }

let arguments = CommandLine.arguments.dropFirst()
let programs = arguments.first ?? ""
let parts: [(name: String, title: String, measure: (VirtualMachine) throws -> [Figure])] = [
  ("pacing", "the moving bar on vkms", { try Pacing(machine: $0).measure() }),
  ("crossfade", "a crossfade of two pictures on vkms", { try Crossfade(machine: $0).measure() }),
  (
    "broken", "the moving bar on vkms beside good pictures, and beside damaged ones",
    { try Broken(machine: $0).measure() }
  ),
  (
    "broken-on-host", "the same on simulated displays of the host",
    { _ in try BrokenOnHost(programs: programs).measure() }
  ),
  ("together", "two screens that change together on vkms", { try Together(machine: $0).measure() }),
  (
    "trouble", "the moving bar on virtio-gpu, alone and beside trouble",
    { try TroubleMeasurement(machine: $0).measure() }
  ),
  ("hotplug", "20 plugs each, marqueed and weston in turn", { try Hotplug(machine: $0).measure() }),
  ("start", "five starts each with a display plugged in", { try StartFigures(machine: $0).measure() }),
  ("keys", "a key of a real keyboard to changed pixels on vkms", { try KeyPresses(machine: $0).measure() }),
  ("tap", "a tap on a phone to changed pixels", { try Tap(machine: $0, programs: programs).measure() }),
  ("phones", "the moving bar beside 50 phones", { try Phones(machine: $0).measure() }),
  ("rest", "a banner at rest", { try Rest(machine: $0).measure() }),
  ("flood", "a flood of requests beside the moving bar", { try Flood(machine: $0, programs: programs).measure() }),
]
// Parts without a machine.
let onHost: [(name: String, title: String, measure: () throws -> [Figure])] = [
  (
    "day", "a day of playlists, talks and replugs on simulated displays",
    { try DayMemory(programs: programs).measure() }
  ),
  (
    "video", "one video and four on simulated displays of the host",
    { try VideoPlay(programs: programs).measure() + VideoLoad(programs: programs).measure() }
  ),
]
// Parts that start their own machines, one after the other. They run only on request.
let alone: [(name: String, title: String, measure: () throws -> [Figure])] = [
  ("boots", "boots of the installed packages", { try Boots(packages: "out/deb").measure() }),
  ("peers", "a video on vkms, marqueed and mpv in turn", { try VideoPeers(programs: programs).measure() }),
  ("disk", "cold starts of a program on a disk", { try DiskStart(programs: programs).measure() }),
]
let wanted = Array(arguments.dropFirst(2))
let known = parts.map(\.name) + onHost.map(\.name) + alone.map(\.name)
guard let file = arguments.dropFirst().first, wanted.allSatisfy(known.contains) else {
  printProgress("usage: MachineFigures PROGRAMS FILE.json [\(known.joined(separator: " | "))]…")
  exit(2)
}

var status: Int32 = 0
@MainActor func take(
  _ title: String, _ report: inout FigureReport, log: () -> String = { "" }, _ measure: () throws -> [Figure]
) {
  printProgress("\(title) …")
  do {
    let figures = try measure()
    for figure in figures { printProgress("\(figure.name): \(figure.text)") }
    report.figures += figures
  } catch {
    printProgress("\(title) could not be measured: \(error)\n\(log())")
    status = 2
  }
}
do {
  var machine: VirtualMachine?
  if wanted.isEmpty || !wanted.allSatisfy(onHost.map(\.name).contains) {
    var options = BootOptions()
    options.isAlone = true
    options.buildDirectory = programs
    printProgress("starting the virtual machine …")
    machine = try VirtualMachine(options)
  }
  var report = try FigureReport(machine)
  if let machine {
    try Compositor.prepare(machine)
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      take(part.title, &report, log: { String(machine.consoleLog.suffix(2000)) }) { try part.measure(machine) }
    }
    machine.shutdown()
  }
  for part in onHost where wanted.isEmpty || wanted.contains(part.name) { take(part.title, &report, part.measure) }
  for part in alone where wanted.contains(part.name) { take(part.title, &report, part.measure) }

  print(report.table)
  try report.json().write(to: URL(filePath: file))
  print("\nThe same for programs: \(file)")
  if !report.unmet.isEmpty {
    print("Not met: \(report.unmet.joined(separator: ", "))")
    status = max(status, 1)
  }
} catch {
  printProgress("\(error)")
  status = 2
}
exit(status)
