public import VirtualMachine

/// A bench with input devices, and with `marquee-keys` that reads them.
public protocol InputBench: Bench {
  /// The machine, whose devices are plugged and pressed from outside.
  var machine: VirtualMachine { get }
  /// Starts `marquee-keys` as a plain user in the groups input and marquee, with a key map; nil for the built-in one.
  func startKeys(_ map: String?) throws
  /// The log of `marquee-keys`.
  func keysLog() throws -> String
  /// Replaces the key map, and makes `marquee-keys` read it.
  func reloadKeys(_ map: String) throws
  /// The process of `marquee-keys`.
  func keysProcess() throws -> Int
  /// Ends `marquee-keys`.
  func endKeys() throws
  /// The device files that a process has open, as links of `/proc/PID/fd`.
  func openFiles(of process: Int) throws -> [String]
  /// The daemon's process.
  func daemonProcess() throws -> Int
}

extension InputBench {
  /// Waits until a text is in the log of `marquee-keys` this many times.
  public func waitForKeys(
    toSay words: String, times: Int = 1, file: String = #fileID, line: Int = #line
  ) throws {
    var log = ""
    let found = try poll(within: 10, every: 50) { () throws -> Bool? in
      log = try keysLog()
      return log.split(separator: "\n").count { $0.contains(words) } >= times ? true : nil
    }
    guard found == nil else { return }
    throw ScenarioFailure("marquee-keys does not say \"\(words)\". It says:\n\(log)", file: file, line: line)
  }
}
