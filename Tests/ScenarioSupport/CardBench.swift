public import VirtualMachine

/// A bench whose displays hang on a card that other programs can hold, and that can be pulled out of its slot.
public protocol CardBench: Bench {
  /// The card's node.
  func cardPath() throws -> String
  /// Lets another program, `modetest`, light a display, and so be master of the card.
  func holdCard(lighting display: Int) throws
  /// Ends that program.
  func letGoOfCard() throws
  /// Pulls the card out.
  func removeCard() throws
  /// Puts it back.
  func returnCard() throws
  /// Lets calls of the kernel's driver fail from now on, as `FLIP EIO times 3` (Tests/Guest/shim/README.md), in place of those before.
  func failCalls(_ calls: [String]) throws
  /// The calls of the kernel's driver so far, by kind.
  func ioctls() throws -> [String: Int]
  /// As `run`, by a user without any rights, with a socket and a directory (the working one) of its own.
  func runWithoutRights(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
}
