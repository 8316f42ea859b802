internal import VirtualMachine

/// Input devices in the virtual machine.
extension MachineBench: InputBench {
  /// The user is `presenter` of the guest, who is only in the group of the devices.
  public func startKeys(_ map: String?) throws {
    var words = ["/marquee/build/marquee-keys"]
    if let map { words += ["--config", try write(map, name: "keys.yaml")] }
    keys = try machine.start(
      "setpriv --reuid presenter --regid presenter --groups input,marquee env MARQUEE_SOCKET=/run/marquee/marquee.sock "
        + words.map(Self.quoted).joined(separator: " "))
  }

  /// The standard error of `marquee-keys`.
  public func keysLog() throws -> String { try keys?.output() ?? "" }

  /// Replaces the file and sends SIGHUP.
  public func reloadKeys(_ map: String) throws {
    _ = try write(map, name: "keys.yaml")
    try keys?.signal("HUP")
  }

  /// The process number in the guest.
  public func keysProcess() throws -> Int { try unwrap(keys, "marquee-keys does not run.").processIdentifier }

  /// Sends SIGTERM.
  public func endKeys() throws {
    try keys?.stop()
  }

  /// The files for which the kernel reports a path.
  public func openFiles(of process: Int) throws -> [String] {
    try machine.check("for file in /proc/\(process)/fd/*; do readlink $file || true; done").split(separator: "\n")
      .map(String.init)
  }

  /// The process number in the guest.
  public func daemonProcess() throws -> Int { try unwrap(process, "No daemon runs.") }
}
