/// The result of a script in the guest.
public struct CommandResult: Hashable, Sendable {
  /// The exit status: 128 + N after signal N, and 124 after the timeout.
  public let status: Int
  /// Standard output and standard error together, as bytes.
  public let bytes: [UInt8]

  /// Makes a result for comparisons.
  public init(status: Int, output: String) {
    self.init(status: status, bytes: Array(output.utf8))
  }

  init(status: Int, bytes: [UInt8]) {
    self.status = status
    self.bytes = bytes
  }

  /// The output as text.
  public var output: String { String(decoding: bytes, as: UTF8.self) }
  /// Whether the status is zero.
  public var succeeded: Bool { status == 0 }
}
