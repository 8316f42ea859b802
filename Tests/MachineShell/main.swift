import Foundation
import ScenarioSupport
import VirtualMachine

// A prompt on the virtual machine, to try the daemon by hand: one command on each line.
//
//     run SCRIPT · start COMMAND · plug N WIDTHxHEIGHT · unplug N · photo N FILE.png · vkms on|off · quit
//
// Its argument is the directory of built programs; `--installed DIRECTORY` boots systemd with the Debian packages of a directory installed.
// `--alone` before it has two processors, as for figures of time.
//
// `DIRECTORY play KIND WORDS` plays the scenarios whose description contains the words on that bench (virtio, legacy, vkms, bochs), and
// ends.

var words = CommandLine.arguments.dropFirst()
let isAlone = words.first == "--alone"
if isAlone { words.removeFirst() }
if words.count >= 4, words[2] == "play", let kind = BenchKind(rawValue: words[3]) {
  var failures = 0
  let wanted = words.dropFirst(3).joined(separator: " ")
  for scenario in Scenario.all where scenario.benches.contains(kind) && scenario.description.contains(wanted) {
    let started = ContinuousClock.now
    let play = try MachinePlay(scenario, on: kind, programs: words[1])
    print("\(ContinuousClock.now - started): \(play.failure == nil ? "holds" : "FAILS"): \(scenario)")
    if play.failure == nil, !play.output.isEmpty { print(play.output) }
    if let failure = play.failure {
      failures += 1
      print(failure)
    }
    fflush(nil)
  }
  exit(failures == 0 ? 0 : 1)
}
var options = words.first == "--installed" ? BootOptions.installed(words.last ?? "") : BootOptions()
if words.first != "--installed" { options.buildDirectory = words.first }
options.isAlone = isAlone
let machine = try VirtualMachine(options)
var background: [BackgroundCommand] = []
print("ready: Varlink on 127.0.0.1 is forwarded; type help")

@MainActor func answer(_ line: String) throws -> String {
  let words = line.split(separator: " ", maxSplits: 1).map(String.init)
  let rest = words.dropFirst().first ?? ""
  let arguments = rest.split(separator: " ").map(String.init)
  switch words.first ?? "" {
  case "run":
    let result = try machine.run(rest, timeout: .seconds(120))
    return result.output + (result.status == 0 ? "" : "[status \(result.status)]")
  case "start":
    background.append(try machine.start(rest))
    return "started"
  case "plug":
    let sides = (arguments.last ?? "").split(separator: "x").compactMap { Int($0) }
    guard let monitor = arguments.first.flatMap({ Int($0) }), sides.count == 2 else { return "plug N WIDTHxHEIGHT" }
    try machine.plug(monitor: monitor, width: sides[0], height: sides[1])
    return "plugged"
  case "unplug":
    guard let monitor = Int(rest) else { return "unplug N" }
    try machine.unplug(monitor: monitor)
    return "unplugged"
  case "photo":
    guard let monitor = arguments.first.flatMap({ Int($0) }), let file = arguments.last else { return "photo N FILE" }
    let picture = try machine.photograph(monitor: monitor)
    try picture.writePNG(to: file)
    return "\(picture.width)x\(picture.height)\(picture.showsNoSignal ? ", no signal" : "")"
  case "vkms":
    if rest == "on" { try machine.plugVKMS() } else { try machine.unplugVKMS() }
    return "done"
  default: return "run SCRIPT · start COMMAND · plug N WxH · unplug N · photo N FILE · vkms on|off · quit"
  }
}

while let line = readLine(), line != "quit" {
  do { print(try answer(line)) } catch { print("failed: \(error)") }
  print("--")
  fflush(nil)
}
machine.shutdown()
