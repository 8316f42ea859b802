/// A thread of a process in the guest.
public struct ThreadActivity: Hashable, Sendable {
  /// The kernel's identifier.
  public let identifier: Int
  /// The thread's name, up to 15 bytes.
  public let name: String
  /// The number of times that the thread went to sleep, and so was woken.
  public let voluntarySwitches: Int
  /// The number of times that another thread was put in its place.
  public let involuntarySwitches: Int
}
