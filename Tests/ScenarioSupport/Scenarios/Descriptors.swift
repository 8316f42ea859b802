internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let descriptorsRunOut = Scenario(
    "without a free descriptor the daemon serves its clients, reports it once, and does not spin",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    var served: RawConnection? = try RawConnection(bench)
    let call = "{\"method\":\"org.marquee.Display.Screens\"}"
    served?.call(call)
    _ = served?.receive()
    // The lowest free number is the last one: the process may have inherited higher ones.
    let free = "n=0; while [ -e /proc/\(process)/fd/$n ]; do n=$((n + 1)); done; echo $((n + 1))"
    let limit = try ChildProcess.shell(free).filter(\.isNumber)
    _ = try ChildProcess.shell("prlimit --pid \(process) --nofile=\(limit):\(limit)")
    var clients = try (0..<5).map { _ in try RawConnection(bench) }
    for client in clients { client.call(call) }
    let told = "could not take a client"
    let isTold = try bench.poll(within: 10) { try bench.log().contains(told) ? true : nil }
    try expect(isTold != nil, "something is said of the clients")
    try expect(daemon.screen(1) != nil, "the client that is there is served")
    // This close makes room for one of the waiting clients. The others still wait.
    served = nil
    let first = String(decoding: clients[0].receive() ?? [], as: UTF8.self)
    try expect(first.contains("HDMI-A-1"), "the first that waits is served when one leaves: \(first)")
    let before = try bench.figures(of: process)
    // Long enough for several more tries.
    bench.letPass(seconds: 3)
    let after = try bench.figures(of: process)
    try expect(after.voluntarySwitches - before.voluntarySwitches < 60, "it does not wake up again and again")
    // A daemon that spins never sleeps, and uses hundreds of ticks.
    try expect(after.processorTicks - before.processorTicks < 20, "it does not spin")
    try expect(bench.log().split(separator: "\n").count { $0.contains(told) }, is: 1, "times that it is said")
    let last = clients.removeLast()
    clients = []
    let answer = String(decoding: last.receive() ?? [], as: UTF8.self)
    try expect(answer.contains("HDMI-A-1"), "who waited is served when there is room: \(answer)")
  }

  static let standardFilesAreClosed = Scenario(
    "a daemon without standard input, output and error opens no other file with their numbers",
    gate: [.simulated]
  ) { bench in
    var setup = DaemonSetup.showing("color: \"#204060\"")
    setup.closesStandardFiles = true
    let daemon = try bench.start(setup)
    let process = try daemon.status().processID
    for number in 0...2 {
      let file = try ChildProcess.shell("readlink /proc/\(process)/fd/\(number)")
      try expect(file, is: "/dev/null\n", "descriptor \(number)")
    }
  }
}
