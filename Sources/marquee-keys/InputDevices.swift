internal import CInput
internal import DisplayTypes
internal import Glibc
internal import SystemPackage

/// The input devices of a seat, by libinput and udev: the present ones, and those that come and go.
///
/// The kernel's own interface is not enough. libinput knows the protocols of touch screens and pads, udev's calibration, the hardware
/// database, the release of keys of a removed device, and the recovery from lost events.
@safe final class InputDevices {
  /// Readable when there is something to read.
  let descriptor: Int32
  private let context: OpaquePointer
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let files: OpenFiles
  private var lastIdentifier: UInt64 = 0
  /// All that are there.
  private var devices: [InputDeviceID: OpaquePointer] = unsafe [:]
  private var used: Set<InputDeviceID> = []
  private var grabbed: Set<InputDeviceID> = []
  /// Whether a device is used, and whether exclusively; nil leaves it alone.
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
      throw .system("udev cannot be used", .noMemory)
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

  /// The paths that could not be opened since the last call.
  func takeRefusals() -> [(path: String, errno: Int32)] { files.takeRefusals() }

  /// Takes the events since the last call, in order.
  func take() -> [InputDeviceEvent] {
    unsafe libinput_dispatch(context)
    var events: [InputDeviceEvent] = []
    while let event = unsafe libinput_get_event(context) {
      defer { unsafe libinput_event_destroy(event) }
      guard let device = unsafe libinput_event_get_device(event) else { continue }
      if unsafe libinput_event_get_type(event) == LIBINPUT_EVENT_DEVICE_ADDED {
        if let added = unsafe add(device) { events.append(added) }
        continue
      }
      let number = UInt64(UInt(bitPattern: unsafe libinput_device_get_user_data(device)))
      let identifier = InputDeviceID(rawValue: number)
      guard let read = unsafe InputEventReader.read(event) else { continue }
      let isHeard = used.contains(identifier)
      if read.kind == .removed { forget(identifier) }
      if isHeard { events.append(InputDeviceEvent(identifier, read.kind, at: read.time ?? .zero)) }
    }
    return events
  }

  /// Decides again for all devices whether they are used.
  ///
  /// Returns the devices that come and go by that.
  ///
  /// A device that stays is not opened again, so its held keys stay held.
  func reconsider() -> [InputDeviceEvent] {
    let all = unsafe devices
    return unsafe all.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { identifier in
      guard let device = unsafe all[identifier] else { return nil }
      let traits = unsafe InputEventReader.traits(of: device)
      guard let rule = choose(traits) else {
        guard used.remove(identifier) != nil else { return nil }
        // Its descriptor is closed, and with it the grab ends.
        grabbed.remove(identifier)
        unsafe libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
        return InputDeviceEvent(identifier, .removed, at: .zero)
      }
      let isNew = !used.contains(identifier)
      if isNew {
        let isOpen = Self.open {
          let mode = $0 ? LIBINPUT_CONFIG_SEND_EVENTS_ENABLED : LIBINPUT_CONFIG_SEND_EVENTS_DISABLED
          unsafe libinput_device_config_send_events_set_mode(device, mode.rawValue)
        } isOpen: {
          unsafe files.descriptor(of: path(of: device)) != nil
        }
        guard isOpen else { return nil }
        used.insert(identifier)
      }
      unsafe grab(device, identifier, rule.grabs)
      return isNew ? InputDeviceEvent(identifier, .added(traits), at: .zero) : nil
    }
  }

  /// Opens a closed device.
  ///
  /// Returns false if that fails and can be tried again.
  ///
  /// libinput regards a device as open after the first request, and ignores further requests.
  static func open(set: (_ isWanted: Bool) -> Void, isOpen: () -> Bool) -> Bool {
    set(true)
    if isOpen() { return true }
    set(false)
    return false
  }

  /// A device has come; it is used, or closed again.
  private func add(_ device: OpaquePointer) -> InputDeviceEvent? {
    let traits = unsafe InputEventReader.traits(of: device)
    lastIdentifier += 1
    let identifier = InputDeviceID(rawValue: lastIdentifier)
    unsafe libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: UInt(lastIdentifier)))
    unsafe devices[identifier] = device
    guard let rule = choose(traits) else {
      unsafe libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
      return nil
    }
    used.insert(identifier)
    unsafe grab(device, identifier, rule.grabs)
    return InputDeviceEvent(identifier, .added(traits), at: .zero)
  }

  private func forget(_ identifier: InputDeviceID) {
    unsafe devices[identifier] = nil
    used.remove(identifier)
    grabbed.remove(identifier)
  }

  private func grab(_ device: OpaquePointer, _ identifier: InputDeviceID, _ isWanted: Bool) {
    guard isWanted != grabbed.contains(identifier) else { return }
    let isDone = unsafe files.descriptor(of: path(of: device)).map { marquee_grab($0, isWanted ? 1 : 0) == 0 } ?? false
    if !isWanted {
      grabbed.remove(identifier)
    } else if isDone {
      grabbed.insert(identifier)
    } else {
      ungrabbed.append(unsafe InputEventReader.traits(of: device).name)
    }
  }

  private func path(of device: OpaquePointer) -> String {
    "/dev/input/" + (unsafe String(cString: libinput_device_get_sysname(device)))
  }

  /// Devices that another program uses exclusively, or that are gone already.
  private var ungrabbed: [String] = []

  /// Takes the names of devices without exclusive access since the last call.
  func takeUngrabbed() -> [String] {
    defer { ungrabbed = [] }
    return ungrabbed
  }
}

/// The device files that libinput has open, which only this program's own functions open and close for it.
///
/// They are opened for reading alone: nothing is ever written to a device.
final class OpenFiles {
  private var descriptors: [String: Int32] = [:]
  /// The paths that could not be opened, with the errno, since the last call.
  private(set) var refusals: [(path: String, errno: Int32)] = []

  /// Opens a device; the descriptor, or a negative errno.
  func open(_ path: String) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      let error = errno
      refusals.append((path, error))
      return -error
    }
    descriptors[path] = descriptor
    return descriptor
  }

  func close(_ descriptor: Int32) {
    Glibc.close(descriptor)
    descriptors = descriptors.filter { $0.value != descriptor }
  }

  /// The descriptor of a device; nil if it is not open.
  func descriptor(of path: String) -> Int32? { descriptors[path] }

  /// Takes the paths that could not be opened.
  func takeRefusals() -> [(path: String, errno: Int32)] {
    defer { refusals = [] }
    return refusals
  }
}
