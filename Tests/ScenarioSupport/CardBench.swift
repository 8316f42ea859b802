public import VirtualMachine

/// A bench whose displays are on a card that other programs can hold, and that can be removed from its slot.
public protocol CardBench: Bench {
  /// The path of the card's device file.
  func cardPath() throws -> String
  /// Lets another program, `modetest`, light a display, so that it is the card's master.
  func holdCard(lighting display: Int) throws
  /// Ends that program.
  func letGoOfCard() throws
  /// Removes the card.
  func removeCard() throws
  /// Returns the card.
  func returnCard() throws
  /// Makes calls of the kernel's driver fail, such as `FLIP EIO times 3` (Tests/Guest/shim/README.md). The rules replace all earlier ones.
  func failCalls(_ calls: [String]) throws
  /// The calls of the kernel's driver so far, by kind.
  func ioctls() throws -> [String: Int]
  /// Like `run`, for a user without any rights, with its own socket and its own working directory.
  func runWithoutRights(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
}
