internal import CInput
internal import DisplayTypes
internal import Glibc
internal import SystemPackage

/// The input devices of a seat, by libinput and udev. libinput handles the protocols of touch screens and pads, udev's calibration and the
/// hardware database. It also handles lost events, and releases the keys of a removed device.
@safe final class InputDevices {
  /// Readable when there are events.
  let descriptor: Int32
  private let context: OpaquePointer
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let files = OpenFiles()
  private var lastIdentifier: UInt64 = 0
  private var devices: [InputDeviceID: OpaquePointer] = unsafe [:]
  private var used: Set<InputDeviceID> = []
  private var grabbed: Set<InputDeviceID> = []
  /// The names of devices that refused exclusive access since the last `takeUngrabbed`.
  private var ungrabbed: [String] = []
  /// Returns the rule for a device, or nil if this program does not use it.
  private let rule: (DeviceTraits) -> DeviceRule?

  init(seat: String, rule: @escaping (DeviceTraits) -> DeviceRule?) throws(KeysFailure) {
    self.rule = rule
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
    // libinput has its own reference.
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

  /// Returns the events since the last call, in order.
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
      guard let (kind, time) = unsafe InputEventReader.read(event) else { continue }
      if used.contains(identifier) { events.append(InputDeviceEvent(identifier, kind, at: time)) }
      if kind == .removed {
        unsafe devices[identifier] = nil
        used.remove(identifier)
        grabbed.remove(identifier)
      }
    }
    return events
  }

  /// Applies the rules again. Returns events for the devices that this adds or removes. A device that stays is not opened again, so its
  /// held keys stay held.
  func reconsider() -> [InputDeviceEvent] {
    unsafe devices.keys.sorted { $0.rawValue < $1.rawValue }.compactMap(applyRule)
  }

  /// Opens and grabs a device, or closes it. Returns an event if this adds or removes the device.
  private func applyRule(to identifier: InputDeviceID) -> InputDeviceEvent? {
    guard let device = unsafe devices[identifier] else { return nil }
    let traits = unsafe InputEventReader.traits(of: device)
    func setOpen(_ isWanted: Bool) {
      let mode = isWanted ? LIBINPUT_CONFIG_SEND_EVENTS_ENABLED : LIBINPUT_CONFIG_SEND_EVENTS_DISABLED
      unsafe libinput_device_config_send_events_set_mode(device, mode.rawValue)
    }
    guard let rule = rule(traits) else {
      setOpen(false)
      // The grab ends with the descriptor.
      grabbed.remove(identifier)
      return used.remove(identifier) == nil ? nil : InputDeviceEvent(identifier, .removed, at: .zero)
    }
    let isNew = !used.contains(identifier)
    if isNew {
      guard Self.open(set: setOpen, isOpen: { unsafe files.descriptors[path(of: device)] != nil }) else { return nil }
      used.insert(identifier)
    }
    unsafe grab(device, identifier, rule.grabs)
    return isNew ? InputDeviceEvent(identifier, .added(traits), at: .zero) : nil
  }

  /// Opens a closed device. Returns false if that fails and can be tried again. libinput regards a device as open after the first request,
  /// and ignores further requests.
  static func open(set: (_ isWanted: Bool) -> Void, isOpen: () -> Bool) -> Bool {
    set(true)
    if isOpen() { return true }
    set(false)
    return false
  }

  private func add(_ device: OpaquePointer) -> InputDeviceEvent? {
    lastIdentifier += 1
    let identifier = InputDeviceID(rawValue: lastIdentifier)
    unsafe libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: UInt(lastIdentifier)))
    unsafe devices[identifier] = device
    return applyRule(to: identifier)
  }

  private func grab(_ device: OpaquePointer, _ identifier: InputDeviceID, _ isWanted: Bool) {
    guard isWanted != grabbed.contains(identifier) else { return }
    let isDone = unsafe files.descriptors[path(of: device)].map { marquee_grab($0, isWanted ? 1 : 0) == 0 } ?? false
    if !isWanted {
      grabbed.remove(identifier)
    } else if isDone {
      grabbed.insert(identifier)
    } else {
      // Another program uses the device exclusively, or it is gone already.
      ungrabbed.append(unsafe InputEventReader.traits(of: device).name)
    }
  }

  private func path(of device: OpaquePointer) -> String {
    "/dev/input/" + (unsafe String(cString: libinput_device_get_sysname(device)))
  }

  func takeUngrabbed() -> [String] {
    defer { ungrabbed = [] }
    return ungrabbed
  }
}

/// The device files that libinput has open. It opens them only for reading.
private final class OpenFiles {
  private(set) var descriptors: [String: Int32] = [:]
  private var refusals: [(path: String, errno: Int32)] = []

  /// Returns the descriptor, or a negative errno.
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

  func takeRefusals() -> [(path: String, errno: Int32)] {
    defer { refusals = [] }
    return refusals
  }
}
