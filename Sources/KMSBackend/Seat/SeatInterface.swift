internal import CSeat
internal import Glibc
internal import SystemPackage

/// The way in which the daemon opens cards.
package enum SeatManager: String, CaseIterable, Sendable {
  /// Opens the device files. The daemon keeps the cards, whichever virtual terminal is active.
  case direct
  /// Asks the seat manager that runs: seatd or logind. It gives the cards only while the daemon's virtual terminal is active.
  case auto
  case logind, seatd

  /// The value of libseat's variable `LIBSEAT_BACKEND`; nil if libseat chooses.
  package var libraryName: String? { self == .logind || self == .seatd ? rawValue : nil }
}

/// The calls to a seat manager. All run on one thread, and may block until the manager answers.
protocol SeatInterface: AnyObject {
  /// Opens the seat. `changed` is called in `open` and in `dispatch`, with true if the seat is enabled and with false if it is disabled.
  ///
  /// - Returns: a descriptor that is readable if `dispatch` has work.
  func open(_ changed: @escaping (Bool) -> Void) throws(Errno) -> Int32
  func dispatch() throws(Errno)
  func openDevice(_ path: String) throws(Errno) -> (identifier: Int32, descriptor: Int32)
  func closeDevice(_ identifier: Int32)
  /// Agrees that the seat is disabled. The manager may then enable another program.
  func acknowledge()
  func close()
}

/// A seat of libseat.
@safe final class LibrarySeat: SeatInterface {
  private let library: marquee_seat_library
  /// libseat keeps its address as long as the seat is open.
  private let listener: UnsafeMutablePointer<libseat_seat_listener>
  private var seat: OpaquePointer?
  private var changed: (Bool) -> Void = { _ in }

  /// Nil if the library is not installed.
  init?() {
    var library = marquee_seat_library()
    guard unsafe marquee_load_seat_library(&library) else { return nil }
    self.library = library
    unsafe listener = .allocate(capacity: 1)
    unsafe listener.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, data in unsafe LibrarySeat.report(true, data) },
        disable_seat: { _, data in unsafe LibrarySeat.report(false, data) }))
  }

  deinit {
    close()
    unsafe listener.deallocate()
  }

  func open(_ changed: @escaping (Bool) -> Void) throws(Errno) -> Int32 {
    self.changed = changed
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let seat = unsafe library.open_seat(listener, this) else { throw Errno(rawValue: errno) }
    unsafe self.seat = unsafe seat
    let descriptor = unsafe library.get_fd(seat)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    // The manager may have sent the first event already.
    try dispatch()
    return descriptor
  }

  func dispatch() throws(Errno) {
    guard let seat = unsafe seat else { return }
    guard unsafe library.dispatch(seat, 0) >= 0 else { throw Errno(rawValue: errno) }
  }

  func openDevice(_ path: String) throws(Errno) -> (identifier: Int32, descriptor: Int32) {
    var descriptor: Int32 = -1
    guard let seat = unsafe seat else { throw Errno(rawValue: ENODEV) }
    let identifier = unsafe library.open_device(seat, path, &descriptor)
    guard identifier >= 0 else { throw Errno(rawValue: errno) }
    return (identifier, descriptor)
  }

  func closeDevice(_ identifier: Int32) {
    if let seat = unsafe seat { _ = unsafe library.close_device(seat, identifier) }
  }

  func acknowledge() {
    if let seat = unsafe seat { _ = unsafe library.disable_seat(seat) }
  }

  func close() {
    if let open = unsafe seat { _ = unsafe library.close_seat(open) }
    unsafe seat = nil
  }

  private static func report(_ isEnabled: Bool, _ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<LibrarySeat>.fromOpaque(data).takeUnretainedValue().changed(isEnabled)
  }
}
