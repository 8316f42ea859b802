public import DisplayTypes
internal import SystemPackage

/// The owner of an open card.
///
/// Calls use its `descriptor`, also on other threads, while the owner exists.
///
/// Release all buffers before you close the card. Otherwise a mapped dumb buffer keeps the open file and its mastership beyond `close`.
///
/// On Linux 6.1 only root, or the thread that opened the card, may set or drop master.
public struct Card: ~Copyable, Sendable {
  /// The descriptor for calls.
  public let descriptor: CardDescriptor

  /// Opens a card's device file.
  ///
  /// The first process to open it becomes its master at once.
  ///
  /// - Throws: `gone` if there is no such file, `notPermitted` if the access is denied.
  /// - C: `open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)`.
  public static func open(_ path: String) throws(DisplayError) -> Card {
    try open(path, through: KernelInterface())
  }

  /// Takes over a descriptor from another process, such as systemd's store or a seat manager.
  ///
  /// The descriptor becomes close-on-exec and nonblocking. After an error it is closed. The objects of the previous process still exist
  /// (see `StaleObjects`).
  public static func adopt(_ number: Int32, path: String) throws(DisplayError) -> Card {
    try adopt(number, path: path, through: KernelInterface())
  }

  /// Takes over a descriptor from a seat manager, which sets and drops its master.
  package static func adopt(_ number: Int32, path: String, isManaged: Bool) throws(DisplayError) -> Card {
    try adopt(number, path: path, isManaged: isManaged, through: KernelInterface())
  }

  package static func open(_ path: String, through interface: any DRMInterface) throws(DisplayError) -> Card {
    do throws(Errno) {
      return Card(CardDescriptor(number: try interface.open(path), path: path, interface: interface))
    } catch {
      throw DisplayError(errno: error, operation: "open the card", device: path)
    }
  }

  package static func adopt(
    _ number: Int32, path: String, isManaged: Bool = false, through interface: any DRMInterface
  ) throws(DisplayError) -> Card {
    let card = Card(CardDescriptor(number: number, path: path, isManaged: isManaged, interface: interface))
    try card.descriptor.calling("take over the card's descriptor \(number)") { () throws(Errno) in
      try interface.prepareInherited(number)
    }
    return card
  }

  private init(_ descriptor: CardDescriptor) {
    self.descriptor = descriptor
  }

  /// Closes the card.
  ///
  /// The kernel turns off screens with its framebuffers unless another process has the same open file.
  public consuming func close() {}

  deinit {
    descriptor.interface.close(descriptor.number)
  }
}
