/// What a worker's process may use of the machine.
public struct WorkerPolicy: Sendable {
  /// Which files it may read and write.
  public enum Files: Sendable {
    /// Any that the user may read; only the font cache may be written.
    case readingAllAndWritingTheFontCache
    /// Only those that libraries load: code, fonts and tables of the system, none of anybody's own.
    case readingTheSystem
    /// The same and what lies at more paths, and devices, which it may also write to and send requests to.
    case usingDevices([String], reading: [String])
  }

  /// Which calls of the kernel it may make.
  public enum Calls: Sendable {
    /// All but those that lead out of the process.
    case refusing
    /// Only those that decoding needs.
    case decoding
    /// Only those that need to be made to ask a monitor, with requests to I2C lines alone; for all threads.
    case monitors
  }

  /// Bytes of address space for the largest work; a small machine gives less (`AddressSpace`).
  public var addressSpace: UInt64
  /// Files.
  public var files: Files
  /// Calls of the kernel.
  public var calls: Calls
  /// Its socket is the highest descriptor that it keeps.
  public var socket: Int32
  /// Whether it starts itself again before it reads anything.
  public var startsAgain: Bool
  /// Whether the kernel ends it when the process that has started it ends.
  public var endsWithParent: Bool

  /// Makes a policy; see the properties.
  public init(
    addressSpace: UInt64, files: Files, calls: Calls, socket: Int32 = 3, startsAgain: Bool = false,
    endsWithParent: Bool = true
  ) {
    self.addressSpace = addressSpace
    self.files = files
    self.calls = calls
    self.socket = socket
    self.startsAgain = startsAgain
    self.endsWithParent = endsWithParent
  }
}
