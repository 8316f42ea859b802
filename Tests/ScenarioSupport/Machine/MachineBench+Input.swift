internal import VirtualMachine

/// Input devices in the virtual machine.
extension MachineBench: InputBench {
  /// The user `presenter` of the guest, with the group of the devices and nothing else.
  public func startKeys(_ map: String?) throws {
    var words = ["/marquee/build/marquee-keys"]
    if let map { words += ["--config", try write(map, name: "keys.yaml")] }
    keys = try machine.start(
      "setpriv --reuid presenter --regid presenter --groups input,marquee env MARQUEE_SOCKET=/run/marquee/marquee.sock "
        + words.map(Self.quoted).joined(separator: " "))
  }

  /// Its standard error.
  public func keysLog() throws -> String { try keys?.output() ?? "" }

  /// Replaces the file and sends SIGHUP.
  public func reloadKeys(_ map: String) throws {
    _ = try write(map, name: "keys.yaml")
    try keys?.signal("HUP")
  }

  /// As the kernel numbers it.
  public func keysProcess() throws -> Int { try unwrap(keys, "marquee-keys does not run.").processIdentifier }

  /// By SIGTERM.
  public func endKeys() throws {
    try keys?.stop()
  }

  /// Those of which the kernel tells a path.
  public func openFiles(of process: Int) throws -> [String] {
    try machine.check("for file in /proc/\(process)/fd/*; do readlink $file || true; done").split(separator: "\n")
      .map(String.init)
  }

  /// As the kernel numbers it.
  public func daemonProcess() throws -> Int { try unwrap(process, "No daemon runs.") }
}
