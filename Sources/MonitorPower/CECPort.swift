public import SystemPackage

/// What is needed of an open adapter: the kernel's, or in a test another.
///
/// Each call may take as long as the hardware does; all are made on one thread.
public protocol CECPort: AnyObject {
  /// Readable when `next` has something, urgent when `takeEvents` has.
  var descriptor: Int32 { get }
  /// Nil where nobody knows it.
  var connector: CECAdapter.Connector? { get }
  /// Whether it has to be told where it is on the line.
  var wantsPlace: Bool { get }
  /// Whether it reaches nobody while the display takes its plug away.
  var needsPlug: Bool { get }
  /// Whether displays need time between messages; false for one of a test, whose display answers at once.
  var needsPauses: Bool { get }
  /// Tells it where it is.
  func setPlace(_ place: UInt16) throws(Errno)
  /// Where it is, and as whom.
  func address() throws(Errno) -> CECAddress
  /// Has it claim the address of a playback device; an event tells of it.
  func claim() throws(Errno)
  /// Sends a message; its number comes back with the result.
  func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> UInt32
  /// The next result, with its message's number; nil where there is none.
  func next() throws(Errno) -> (number: UInt32, result: CECResult)?
  /// Takes the events away that say that the address may be another.
  func takeEvents() -> Bool
}

extension CECPort {
  /// A real display does.
  public var needsPauses: Bool { true }
}
