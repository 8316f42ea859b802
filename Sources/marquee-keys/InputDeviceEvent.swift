internal import CInput
internal import DisplayTypes

/// An event of an input device. Touches and positions are fractions of the panel.
struct InputDeviceEvent: Hashable {
  enum Kind: Hashable {
    case added(DeviceTraits)
    /// The device is gone. Before this event libinput released its held keys.
    case removed
    case key(KeyCode, isDown: Bool)
    case touchDown(slot: Int, x: Double, y: Double)
    case touchMove(slot: Int, x: Double, y: Double)
    case touchUp(slot: Int)
    case touchCancel(slot: Int)
    /// A relative motion in points.
    case motion(dx: Double, dy: Double)
    case position(x: Double, y: Double)
    case button(KeyCode, isDown: Bool)
    /// A scroll in steps of a wheel.
    case scroll(dx: Double, dy: Double)
  }

  var device: InputDeviceID
  var time: MonotonicTime
  var kind: Kind

  init(_ device: InputDeviceID, _ kind: Kind, at time: MonotonicTime) {
    self.device = device
    self.time = time
    self.kind = kind
  }
}

/// An input device while it is connected.
struct InputDeviceID: Hashable {
  var rawValue: UInt64
}

/// libinput's events and devices as values.
enum InputEventReader {
  /// libinput scales positions to a width and height.
  private static let steps: UInt32 = 1 << 16

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

  /// The kind and time of an event; nil for an event that this program does not use.
  static func read(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime)? {
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_REMOVED: return (.removed, .zero)
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

  private static func touch(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime)? {
    guard let touch = unsafe libinput_event_get_touch_event(event) else { return nil }
    let time = moment(unsafe libinput_event_touch_get_time_usec(touch))
    let slot = Int(unsafe libinput_event_touch_get_seat_slot(touch))
    // Read a position only from events that have one, otherwise libinput logs an error.
    var x: Double { unsafe libinput_event_touch_get_x_transformed(touch, steps) / Double(steps) }
    var y: Double { unsafe libinput_event_touch_get_y_transformed(touch, steps) / Double(steps) }
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_TOUCH_DOWN: return (.touchDown(slot: slot, x: x, y: y), time)
    case LIBINPUT_EVENT_TOUCH_MOTION: return (.touchMove(slot: slot, x: x, y: y), time)
    case LIBINPUT_EVENT_TOUCH_UP: return (.touchUp(slot: slot), time)
    default: return (.touchCancel(slot: slot), time)
    }
  }

  private static func pointer(_ event: OpaquePointer) -> (kind: InputDeviceEvent.Kind, time: MonotonicTime)? {
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
      // One step of a wheel is 120.
      return (unsafe scroll(pointer) { unsafe libinput_event_pointer_get_scroll_value_v120(pointer, $0) / 120 }, time)
    default:
      // Fingers scroll in points. 15 points are a step, as in libinput for wheels with 24 steps.
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
