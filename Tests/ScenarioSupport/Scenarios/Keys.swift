internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let keysTurnPages = Scenario(
    "a key of a real keyboard turns a slide, also after the keyboard was replugged, and the daemon opens no input device",
    gate: [.virtio]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    let deck = try bench.write(MadeFiles.document(Array(talkInks.prefix(3))), name: "deck.pdf")
    let setup = DaemonSetup(
      """
      access: { control: { groups: [marquee] } }
      apps: { lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } } }

      """)
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .mode("1280x720"))
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    func expectPage(_ number: Int, _ what: String) throws {
      try daemon.photograph(1, "page \(number) \(what)") {
        isTalkInk($0.uniformColor, talkInks[number - 1])
      }
    }
    try expectPage(1, "at first")

    try input.startKeys("devices: [{ name: QEMU Virtio Keyboard, grab: true }]\n")
    try input.waitForKeys(toSay: "Waiting for one")
    try input.waitForKeys(toSay: "Connected to marqueed")
    try input.machine.plug(.keyboard)
    try input.waitForKeys(toSay: "\"QEMU Virtio Keyboard\" is used (keyboard)")
    try input.machine.press("pgdn")
    try expectPage(2, "after a key")
    try input.machine.press("pgdn")
    try expectPage(3, "after another")
    try input.machine.press("pgup")
    try expectPage(2, "after a key back")
    try input.machine.press("b")
    try daemon.photograph(1, "black") { $0.uniformColor == RGB(0, 0, 0) }
    try input.machine.press("b")
    try expectPage(2, "after black")
    for process in try [input.daemonProcess(), input.keysProcess()] {
      let files = try input.openFiles(of: process).filter { $0.hasPrefix("/dev/input") }
      try expect(files.isEmpty, is: process == (try input.daemonProcess()), "what \(process) has open: \(files)")
    }

    try input.machine.unplug(.keyboard)
    try input.waitForKeys(toSay: "\"QEMU Virtio Keyboard\" is gone")
    try input.machine.plug(.keyboard)
    try input.waitForKeys(toSay: "is used", times: 2)
    try input.machine.press("pgup")
    try expectPage(1, "after the keyboard was plugged in again")

    try input.reloadKeys("keys: { pagedwn: next }\n")
    try input.waitForKeys(toSay: "did you mean \"pagedown\"?")
    try input.machine.press("pgdn")
    try expectPage(2, "after a reload that was refused")

    // A map with the same settings for the keyboard leaves it open, and a held key stays held.
    try input.machine.hold("f1", true)
    try input.reloadKeys("devices: [{ name: QEMU Virtio Keyboard, grab: true }]\nkeys: { f1: previous }\n")
    try input.waitForKeys(toSay: "The key map was read again")
    try input.machine.hold("f1", false)
    try input.machine.press("f1")
    try expectPage(1, "after a key that was held while another map came, and one press of it")
    try input.machine.press("pgdn")
    try expectPage(2, "after a reload")
    let opened = try input.keysLog().split(separator: "\n").count { $0.contains("is used") }
    try expect(opened, is: 2, "how often the keyboard was opened")
    try input.reloadKeys("devices: [{ name: QEMU Virtio Keyboard, ignore: true }]\n")
    try input.waitForKeys(toSay: "is not used any more")
    try input.machine.press("pgdn")
    try input.reloadKeys("devices: [{ name: QEMU Virtio Keyboard, grab: true }]\n")
    try input.waitForKeys(toSay: "is used (keyboard)", times: 3)
    try expectPage(2, "after a key that nobody was to hear")

    // A stopped daemon turns at most one page after it continues. A daemon that did not run turns none.
    try input.machine.check("kill -s STOP \(input.daemonProcess())")
    for _ in 0..<4 { try input.machine.press("pgup") }
    try input.waitForKeys(toSay: "Keys are dropped until it does")
    try input.machine.check("kill -s CONT \(input.daemonProcess())")
    try expectPage(1, "after a daemon that stood still")
    try input.machine.press("pgdn")
    try expectPage(2, "after it goes on")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    try input.waitForKeys(toSay: "Keys do nothing until marqueed answers")
    for _ in 0..<3 { try input.machine.press("pgdn") }
    try input.waitForKeys(toSay: "all keys until it runs are dropped")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    try input.waitForKeys(toSay: "were dropped meanwhile", times: 2)
    try expectPage(2, "after keys without a daemon")
    try input.machine.press("pgup")
    try expectPage(1, "after a key with the next daemon")
  }
}
