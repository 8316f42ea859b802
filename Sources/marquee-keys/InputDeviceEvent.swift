internal import CInput
public import DisplayTypes

/// An event of an input device.
public struct InputDeviceEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// It is there.
    case added(DeviceTraits)
    /// It is gone. Its held keys were released before this, without a person's action.
    case removed
    /// A key or button went down or up.
    case key(KeyCode, isDown: Bool)
    /// A finger touches, at a place in shares of the panel.
    case touchDown(slot: Int, x: Double, y: Double)
    /// It moves.
    case touchMove(slot: Int, x: Double, y: Double)
    /// It leaves.
    case touchUp(slot: Int)
    /// The device takes back that it was there.
    case touchCancel(slot: Int)
    /// A pointer moves by so many points.
    case motion(dx: Double, dy: Double)
    /// It is at a place in shares of the panel.
    case position(x: Double, y: Double)
    /// A button of a pointer went down or up.
    case button(KeyCode, isDown: Bool)
    /// A wheel turns, or fingers scroll; in steps of a wheel.
    case scroll(dx: Double, dy: Double)
  }

  /// The device.
  public var device: InputDeviceID
  /// When, on the kernel's monotonic clock.
  public var time: MonotonicTime
  /// The kind of the event.
  public var kind: Kind

  /// Makes an input device event from its fields.
  public init(_ device: InputDeviceID, _ kind: Kind, at time: MonotonicTime) {
    self.device = device
    self.time = time
    self.kind = kind
  }
}

/// An input device while it is connected.
public struct InputDeviceID: RawRepresentable, Hashable, Sendable {
  /// Another for each.
  public var rawValue: UInt64

  /// Takes a number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// libinput's events and devices as values.
enum InputEventReader {
  /// Places come in shares of the panel: of so many steps.
  private static let steps: UInt32 = 1 << 16

  /// The properties of a device (`libinput_device_get_name` and others).
  static func traits(of device: OpaquePointer) -> DeviceTraits {
    let hasKeys = unsafe libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_KEYBOARD) != 0
    let keys = DeviceTraits.queriedKeys.filter {
      unsafe hasKeys && libinput_device_keyboard_has_key(device, $0.rawValue) == 1
    }
    return DeviceTraits(
      name: unsafe libinput_device_get_name(device).map { unsafe String(cString: $0) } ?? "", keys: keys,
      hasTouch: unsafe libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0,
      hasPointer: unsafe libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_POINTER) != 0,
      output: unsafe libinput_device_get_output_name(device).map { unsafe String(cString: $0) })
  }

  /// The kind and time of an event; nil for an event without use.
  static func read(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime?)? {
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_REMOVED: return (.removed, nil)
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      guard let key = unsafe libinput_event_get_keyboard_event(event) else { return nil }
      let isDown = unsafe libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED
      let code = KeyCode(rawValue: unsafe libinput_event_keyboard_get_key(key))
      return (.key(code, isDown: isDown), moment(unsafe libinput_event_keyboard_get_time_usec(key)))
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      return unsafe touch(event)
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON,
      LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, LIBINPUT_EVENT_POINTER_SCROLL_FINGER,
      LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
      return unsafe pointer(event)
    default: return nil
    }
  }

  private static func moment(_ microseconds: UInt64) -> MonotonicTime {
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return MonotonicTime(nanoseconds: overflow ? .max : nanoseconds)
  }

  private static func touch(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime?)? {
    guard let touch = unsafe libinput_event_get_touch_event(event) else { return nil }
    let time = moment(unsafe libinput_event_touch_get_time_usec(touch))
    let slot = Int(unsafe libinput_event_touch_get_seat_slot(touch))
    func place() -> (x: Double, y: Double) {
      (
        unsafe libinput_event_touch_get_x_transformed(touch, steps) / Double(steps),
        unsafe libinput_event_touch_get_y_transformed(touch, steps) / Double(steps)
      )
    }
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_TOUCH_DOWN: return (.touchDown(slot: slot, x: place().x, y: place().y), time)
    case LIBINPUT_EVENT_TOUCH_MOTION: return (.touchMove(slot: slot, x: place().x, y: place().y), time)
    case LIBINPUT_EVENT_TOUCH_UP: return (.touchUp(slot: slot), time)
    default: return (.touchCancel(slot: slot), time)
    }
  }

  private static func pointer(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime?)? {
    guard let pointer = unsafe libinput_event_get_pointer_event(event) else { return nil }
    let time = moment(unsafe libinput_event_pointer_get_time_usec(pointer))
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_POINTER_MOTION:
      return unsafe (
        .motion(dx: libinput_event_pointer_get_dx(pointer), dy: libinput_event_pointer_get_dy(pointer)), time
      )
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
      return unsafe (
        .position(
          x: libinput_event_pointer_get_absolute_x_transformed(pointer, steps) / Double(steps),
          y: libinput_event_pointer_get_absolute_y_transformed(pointer, steps) / Double(steps)), time
      )
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let isDown = unsafe libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED
      return (.button(KeyCode(rawValue: unsafe libinput_event_pointer_get_button(pointer)), isDown: isDown), time)
    case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
      // 120 is a step of a wheel.
      return (unsafe scroll(pointer) { unsafe libinput_event_pointer_get_scroll_value_v120(pointer, $0) / 120 }, time)
    default:
      // Fingers, in points. 15 of them are a step, as in libinput for wheels of 24 steps.
      return (unsafe scroll(pointer) { unsafe libinput_event_pointer_get_scroll_value(pointer, $0) / 15 }, time)
    }
  }

  private static func scroll(
    _ pointer: OpaquePointer, value: (libinput_pointer_axis) -> Double
  ) -> InputDeviceEvent.Kind {
    func along(_ axis: libinput_pointer_axis) -> Double {
      unsafe libinput_event_pointer_has_axis(pointer, axis) != 0 ? value(axis) : 0
    }
    return .scroll(
      dx: along(LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL), dy: along(LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
  }
}
