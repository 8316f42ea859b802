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
  /// The places of the cursor planes that are on, in the order of the planes.
  func cursorPlanes() throws -> [PlanePlace]
  /// The calls by which the daemon's display thread changed the card's planes while `body` ran.
  func planeChanges(while body: () throws -> Void) throws -> PlaneChanges
  /// The calls of the kernel's driver so far, by kind.
  func ioctls() throws -> [String: Int]
  /// Like `run`, for a user without any rights, with its own socket and its own working directory.
  func runWithoutRights(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
}

/// The upper left corner of a plane on its CRTC, in pixels.
public struct PlanePlace: Hashable, Sendable {
  let x: Int
  let y: Int
}

/// The changes of a card's planes, by the kernel's tracer.
public struct PlaneChanges: Sendable {
  /// The times of the calls, in seconds and in order.
  let calls: [Double]
  /// The number of updates of planes with pictures; nil if the driver updates all planes with each call.
  let pictures: Int?
}
