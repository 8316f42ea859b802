/// A file descriptor that an event loop watches.
///
/// Belongs to the loop's thread; watching ends with `cancel()` or with the value.
///
/// The descriptor stays the caller's: cancel first, then close.
public final class Watch {
  let descriptor: Int32
  let key: UInt64
  let handler: (IOEvents) -> Void
  private weak var loop: EventLoop?

  init(descriptor: Int32, key: UInt64, loop: EventLoop, handler: @escaping (IOEvents) -> Void) {
    self.descriptor = descriptor
    self.key = key
    self.loop = loop
    self.handler = handler
  }

  /// Watches for other events from now on.
  ///
  /// An error here means that the descriptor was closed too early.
  public func update(_ events: IOEvents) {
    loop?.modify(self, events)
  }

  /// Ends the watch; the handler is not called again.
  ///
  /// May be called more than once.
  public func cancel() {
    loop?.remove(self)
    loop = nil
  }

  deinit { cancel() }
}
