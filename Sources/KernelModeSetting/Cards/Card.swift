public import DisplayTypes
internal import SystemPackage

/// The owner of an open card: closes it at the end of its life.
///
/// Everything is asked of `descriptor`, a value that other threads may use while the owner lives. Unmap and release all
/// buffers before it is closed: a mapped dumb buffer keeps the kernel's file, and with it the master's right, alive past `close`.
///
/// On Linux 6.1 only the thread that opened the card may set or drop master without being root.
public struct Card: ~Copyable, Sendable {
  /// What the card is asked by.
  public let descriptor: CardDescriptor

  /// Opens a card's device file; the first opener becomes its master at once.
  ///
  /// - Throws: `gone` for no such file, `notPermitted` for one that must not be opened.
  /// - C: `open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)`.
  public static func open(_ path: String) throws(DisplayError) -> Card {
    try open(path, through: KernelInterface())
  }

  /// Takes over a descriptor that another process left, such as systemd's store or a seat manager.
  ///
  /// It is made close-on-exec and nonblocking. Whoever left it also left its framebuffers, blobs and buffers: see `StaleObjects`.
  /// - Throws: `DisplayError` where it is no open descriptor; it is closed then.
  public static func adopt(_ number: Int32, path: String) throws(DisplayError) -> Card {
    try adopt(number, path: path, through: KernelInterface())
  }

  package static func open(_ path: String, through interface: any DRMInterface) throws(DisplayError) -> Card {
    do throws(Errno) {
      return Card(CardDescriptor(number: try interface.open(path), path: path, interface: interface))
    } catch {
      throw DisplayError(errno: error, operation: "open the card", device: path)
    }
  }

  package static func adopt(
    _ number: Int32, path: String, through interface: any DRMInterface
  ) throws(DisplayError) -> Card {
    let card = Card(CardDescriptor(number: number, path: path, interface: interface))
    do throws(Errno) {
      try interface.prepareInherited(number)
    } catch {
      throw card.descriptor.failure(error, "take over the card's descriptor \(number)")
    }
    return card
  }

  private init(_ descriptor: CardDescriptor) {
    self.descriptor = descriptor
  }

  /// Closes the card: the kernel switches off what its framebuffers show, unless someone else holds the same open file.
  public consuming func close() {}

  deinit {
    descriptor.interface.close(descriptor.number)
  }
}
