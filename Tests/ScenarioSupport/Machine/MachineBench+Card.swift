public import VirtualMachine

/// The methods for the virtio card itself.
extension MachineBench: CardBench {
  /// The card's number may change while it is removed.
  public func cardPath() throws -> String { "/dev/dri/card\(try machine.card(of: driver))" }

  /// Returns after the kernel lists the program as the card's master.
  public func holdCard(lighting display: Int) throws {
    let name = connector(display)
    holder = try machine.start("sleep 600 | modetest -M \(driver.rawValue) -s \(name):800x600")
    let clients = "/sys/kernel/debug/dri/\(try machine.card(of: driver))/clients"
    // Columns: command, process, device, master.
    try machine.wait(for: "awk '$1 == \"modetest\" && $4 == \"y\"' \(clients) | grep .")
  }

  /// Returns after the program's end.
  public func letGoOfCard() throws {
    try holder?.stop()
    holder = nil
  }

  /// Returns after the kernel has removed the card.
  public func removeCard() throws { try machine.removeCard(of: driver) }

  /// Returns after udev has seen the card.
  public func returnCard() throws { try machine.rescanCards() }

  /// User and group are 65534, which own no file.
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
