/// A bench whose driver can be told to make trouble, and whose machine can sleep.
public protocol DriverBench: Bench {
  /// Loads vkms with two outputs in the place of one, before the daemon starts.
  func loadSecondOutput() throws
  /// Lets the links of vkms carry no clock above this one from now on; those that are lit with a higher one fail.
  func limitLinks(kilohertz: Int) throws
  /// Lets vkms lose the events of so many flips of each display.
  func loseFlips(_ counts: [Int]) throws
  /// Suspends the machine for a second, and returns after its resume.
  func suspend() throws
  /// The flips that the kernel was asked for while `body` ran, in their order, on vkms.
  func commits(while body: () throws -> Void) throws -> [FlipCommit]
}

/// An atomic commit of a flip on vkms, by the kernel's tracer.
public struct FlipCommit: Hashable, Sendable {
  /// Counts from 1.
  public let display: Int
  /// Refreshes between the call and the flip; none if the flip was in the first.
  public let passedOver: Int
  /// Those of them before the driver had the commit, which the kernel passes on by a worker. No flip can be in these.
  public let passedBefore: Int
  /// When the flip was, in seconds on the guest's `CLOCK_MONOTONIC`.
  public let time: Double
}
