/// A process that has a card open, as far as it can be known.
public struct CardHolder: Hashable, Sendable {
  /// Its number.
  public var process: Int32
  /// Its command's name, at most 15 bytes.
  public var command: String
  /// Whether it is the card's master; nil where the kernel does not say it to us.
  public var isMaster: Bool?

  /// Makes a holder.
  public init(process: Int32, command: String, isMaster: Bool?) {
    self.process = process
    self.command = command
    self.isMaster = isMaster
  }
}
