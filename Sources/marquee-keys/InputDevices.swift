internal import CInput
internal import DisplayTypes
internal import Glibc
internal import InputControl
internal import SystemPackage

/// The input devices of a seat, by libinput and udev: those that are there, and those that come and go.
///
/// libinput and not the bare kernel's files: it knows how touch screens and pads tell of fingers, what udev's calibration and the
/// hardware database say of a device, when keys come up because their device was pulled out, and what to do after lost events.
@safe final class InputDevices {
  /// Readable when there is something to read.
  let descriptor: Int32
  private let context: OpaquePointer
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let files: OpenFiles
  private var lastIdentifier: UInt64 = 0
  /// Whether a device is wanted, and whether nobody else is to hear it; nil leaves it alone.
  private let choose: (DeviceTraits) -> DeviceRule?

  init(seat: String, choose: @escaping (DeviceTraits) -> DeviceRule?) throws(KeysFailure) {
    self.choose = choose
    files = OpenFiles()
    unsafe interface = .allocate(capacity: 1)
    unsafe interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, files in
          guard let path = unsafe path, let files = unsafe files else { return -EINVAL }
          return unsafe Unmanaged<OpenFiles>.fromOpaque(files).takeUnretainedValue().open(unsafe String(cString: path))
        },
        close_restricted: { descriptor, files in
          guard let files = unsafe files else { return }
          unsafe Unmanaged<OpenFiles>.fromOpaque(files).takeUnretainedValue().close(descriptor)
        }))
    guard let udev = unsafe udev_new() else {
      unsafe interface.deallocate()
      throw .system("udev cannot be asked", .noMemory)
    }
    // libinput keeps a reference of its own.
    defer { unsafe udev_unref(udev) }
    let user = unsafe Unmanaged.passUnretained(files).toOpaque()
    guard let context = unsafe libinput_udev_create_context(interface, user, udev) else {
      unsafe interface.deallocate()
      throw .system("libinput cannot be started", .noMemory)
    }
    unsafe self.context = context
    descriptor = unsafe libinput_get_fd(context)
    guard unsafe libinput_udev_assign_seat(context, seat) == 0 else {
      throw .system("the devices of \(seat) cannot be listed; is udevd running?", .noSuchFileOrDirectory)
    }
  }

  deinit {
    // The kernel ends a grab with the descriptor.
    unsafe libinput_unref(context)
    unsafe interface.deallocate()
  }

  /// What could not be opened since the last time.
  func takeRefusals() -> [(path: String, errno: Int32)] { files.takeRefusals() }

  /// Takes what the devices have told since the last time, in order.
  func take() -> [InputEvent] {
    unsafe libinput_dispatch(context)
    var events: [InputEvent] = []
    while let event = unsafe libinput_get_event(context) {
      defer { unsafe libinput_event_destroy(event) }
      guard let device = unsafe libinput_event_get_device(event) else { continue }
      if unsafe libinput_event_get_type(event) == LIBINPUT_EVENT_DEVICE_ADDED {
        if let added = unsafe add(device) { events.append(added) }
        continue
      }
      let number = UInt64(UInt(bitPattern: unsafe libinput_device_get_user_data(device)))
      guard number > 0, let told = unsafe InputEventReader.read(event) else { continue }
      events.append(InputEvent(InputDeviceID(rawValue: number), told.what, at: told.time ?? .zero))
    }
    return events
  }

  /// A device is there: it is heard, or closed again.
  private func add(_ device: OpaquePointer) -> InputEvent? {
    let traits = unsafe InputEventReader.traits(of: device)
    guard let rule = choose(traits) else {
      unsafe libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
      return nil
    }
    lastIdentifier += 1
    unsafe libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: UInt(lastIdentifier)))
    let path = "/dev/input/" + (unsafe String(cString: libinput_device_get_sysname(device)))
    var isGrabbed = false
    if rule.grabs, let file = files.descriptor(of: path) { isGrabbed = marquee_grab(file, 1) == 0 }
    if rule.grabs, !isGrabbed { ungrabbed.append(traits.name) }
    return InputEvent(InputDeviceID(rawValue: lastIdentifier), .added(traits), at: .zero)
  }

  /// Devices that somebody else has for himself already, or that are gone again.
  private var ungrabbed: [String] = []

  /// Takes the names of those that could not be grabbed since the last time.
  func takeUngrabbed() -> [String] {
    defer { ungrabbed = [] }
    return ungrabbed
  }
}
