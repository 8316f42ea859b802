import Foundation
import ScenarioSupport
import VirtualMachine

// Plays a scenario in the machine in which it runs: `play-scenario KIND DESCRIPTION`
//
// Prints the failure, if there is one, and then a line `ioctl NAME COUNT` for each kind of call that the daemon made of the kernel's driver.
// Ends with 1 if the scenario fails, with 2 if there is no such scenario.
let arguments = CommandLine.arguments
guard arguments.count == 3, let kind = BenchKind(rawValue: arguments[1]),
  let scenario = Scenario.all.first(where: { $0.description == arguments[2] && $0.benches.contains(kind) })
else {
  FileHandle.standardError.write(Data("play-scenario: no such scenario: \(arguments.dropFirst())\n".utf8))
  exit(2)
}

var status: Int32 = 0
do {
  let bench = try MachineBench(VirtualMachine(inside: BootOptions()), kind: kind)
  do {
    try scenario.play(on: bench)
  } catch {
    print(error)
    status = 1
  }
  for (name, count) in try bench.ioctls().sorted(by: { $0.key < $1.key }) where count > 0 {
    print("ioctl \(name) \(count)")
  }
} catch {
  print(error)
  status = 1
}
exit(status)
