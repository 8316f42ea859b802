/// A bench whose driver can be told to make trouble (`Tests/Guest/vkms-trouble.patch`).
public protocol DriverBench: Bench {
  /// Lets vkms lose the events of so many flips of each display.
  func loseFlips(_ counts: [Int]) throws
}
