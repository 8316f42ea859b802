public import VirtualMachine

/// The card itself, for the virtio card.
extension MachineBench: CardBench {
  /// Its number may change while it is away.
  public func cardPath() throws -> String { "/dev/dri/card\(try machine.card(of: driver))" }

  /// Returns once the kernel lists it as the card's master.
  public func holdCard(lighting display: Int) throws {
    let name = connector(display)
    holder = try machine.start("sleep 600 | modetest -M \(driver.rawValue) -s \(name):800x600")
    let clients = "/sys/kernel/debug/dri/\(try machine.card(of: driver))/clients"
    // Command, process, device, master.
    try machine.wait(for: "awk '$1 == \"modetest\" && $4 == \"y\"' \(clients) | grep .")
  }

  /// Returns once it has ended.
  public func letGoOfCard() throws {
    try holder?.stop()
    holder = nil
  }

  /// Returns once the kernel has no such card any more.
  public func removeCard() throws { try machine.removeCard(of: driver) }

  /// Returns once udev has seen it.
  public func returnCard() throws { try machine.rescanCards() }

  /// User and group are 65534, which own nothing.
  public func runWithoutRights(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
  {
    let place = "/tmp/nobody"
    try machine.check("mkdir -p \(place) && chown 65534:65534 \(place)")
    let words = arguments.map(Self.quoted).joined(separator: " ")
    return try machine.run(
      """
      cd \(place) && HOME=\(place) MARQUEE_SOCKET=\(place)/marquee.sock setpriv --reuid 65534 --regid 65534 --clear-groups \
      /marquee/build/\(program) \(words)
      """, timeout: .seconds(seconds))
  }
}
