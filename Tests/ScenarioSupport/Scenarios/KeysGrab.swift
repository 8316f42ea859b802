internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let grabbedKeys = Scenario(
    "keys of a grabbed keyboard turn slides and do not reach the console, and keys of other keyboards do both",
    gate: [.virtio]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    let deck = try bench.write(MadeFiles.document(Array(talkInks.prefix(3))), name: "deck.pdf")
    let daemon = try bench.start(
      DaemonSetup(
        """
        access: { control: { groups: [marquee] } }
        apps: { lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } } }

        """))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .mode("1280x720"))
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    func expectPage(_ number: Int, _ what: String) throws {
      try daemon.photograph(1, "page \(number) \(what)") { isTalkInk($0.uniformColor, talkInks[number - 1]) }
    }
    try expectPage(1, "at first")

    // Reads the console in the foreground like a user there: each key at once. Its settings last as long as it is open.
    let machine = input.machine
    let console = try machine.start("sh -c 'exec < /dev/tty0; stty raw -echo; exec cat'")
    defer { try? console.stop() }
    try machine.wait(for: "pgrep -x cat")
    // Text of an earlier play may wait there. The text counts from the first x.
    func expectTyped(_ text: String, _ what: String) throws {
      var typed = ""
      let found = try bench.poll(within: 10, every: 50) { () throws -> Bool? in
        typed = String(try console.output().drop { $0 != "x" })
        return typed == text ? true : nil
      }
      guard found == true else { throw ScenarioFailure("The console hears \"\(typed)\" \(what), not \"\(text)\".") }
    }
    try machine.plug(.keyboard)
    defer { try? machine.unplugInputDevices() }
    try machine.press("x")
    try expectTyped("x", "before anybody listens")

    try input.startKeys("devices: [{ name: QEMU Virtio Keyboard, grab: true }]\n")
    try input.waitForKeys(toSay: "is used (keyboard), exclusively")
    try input.waitForKeys(toSay: "Connected to marqueed")
    try machine.press("n")
    try expectPage(2, "after a key")
    try input.reloadKeys("devices: [{ name: QEMU Virtio Keyboard }]\n")
    try input.waitForKeys(toSay: "The key map was read again")
    try machine.press("p")
    try expectPage(1, "after a key that others hear too")
    try expectTyped("xp", "of a key that was grabbed and one that was not")
    try input.reloadKeys("devices: [{ name: QEMU Virtio Keyboard, grab: true }]\n")
    try input.waitForKeys(toSay: "The key map was read again", times: 2)
    try machine.press("n")
    try expectPage(2, "after it was grabbed again")
    // A process that dies releases the keyboard.
    try machine.check("kill -s KILL \(input.keysProcess())")
    try machine.wait(for: "! kill -0 \(input.keysProcess())")
    try machine.press("y")
    try expectTyped("xpy", "after the end of marquee-keys")
    try expectPage(2, "after the end of marquee-keys")
  }
}
