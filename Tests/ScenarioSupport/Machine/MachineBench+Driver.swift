internal import VirtualMachine

/// The driver's trouble.
extension MachineBench: DriverBench {
  /// Sets the driver's parameter.
  public func loseFlips(_ counts: [Int]) throws {
    try machine.setVKMS("lost_flips", counts.map(String.init).joined(separator: ","))
  }
}
