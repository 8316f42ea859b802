/// What a worker's process may use of the machine.
public struct WorkerPolicy {
  /// Which files it may read and write.
  public enum Files {
    /// Any that the user may read; only the font cache may be written.
    case readingAllAndWritingTheFontCache
    /// Only those that libraries load: code, fonts and tables of the system, none of anybody's own.
    case readingTheSystem
  }

  /// Which calls of the kernel it may make.
  public enum Calls {
    /// All but those that lead out of the process.
    case refusing
    /// Only those that decoding needs.
    case decoding
  }

  /// Bytes of address space.
  public var addressSpace: UInt64
  /// Files.
  public var files: Files
  /// Calls of the kernel.
  public var calls: Calls
  /// Prepares what is to be there before rights are given up.
  public var prepare: () -> Void

  /// Makes a policy; see the properties.
  public init(addressSpace: UInt64, files: Files, calls: Calls, prepare: @escaping () -> Void = {}) {
    self.addressSpace = addressSpace
    self.files = files
    self.calls = calls
    self.prepare = prepare
  }
}
