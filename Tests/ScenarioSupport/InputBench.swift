public import VirtualMachine

/// A bench with input devices, and `marquee-keys` that listens to them.
public protocol InputBench: Bench {
  /// The machine, whose devices are plugged and pressed from outside.
  var machine: VirtualMachine { get }
  /// Starts `marquee-keys` as a plain user in the groups input and marquee, with a key map; nil for the built-in one.
  func startKeys(_ map: String?) throws
  /// What it has said.
  func keysLog() throws -> String
  /// Puts another key map in place, and has it read.
  func reloadKeys(_ map: String) throws
  /// Its process.
  func keysProcess() throws -> Int
  /// Ends it.
  func endKeys() throws
  /// The device files that a process has open, as links of `/proc/PID/fd`.
  func openFiles(of process: Int) throws -> [String]
  /// The daemon's process.
  func daemonProcess() throws -> Int
}

extension InputBench {
  /// Waits until `marquee-keys` has said something so many times.
  public func waitForKeys(
    toSay words: String, times: Int = 1, file: String = #fileID, line: Int = #line
  ) throws {
    var log = ""
    let found = try poll(within: 10, every: 50) { () throws -> Bool? in
      log = try keysLog()
      return log.split(separator: "\n").count { $0.contains(words) } >= times ? true : nil
    }
    guard found == nil else { return }
    throw ScenarioFailure("marquee-keys does not say “\(words)”. It says:\n\(log)", file: file, line: line)
  }
}
