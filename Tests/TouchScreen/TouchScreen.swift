import CEvdev
import Glibc

/// A virtual touch screen (uinput): ten fingers, and axes with different starts and lengths.
struct TouchScreen {
  /// The start of an axis, and its number of steps.
  private static let axes: (x: (first: Int32, steps: Int32), y: (first: Int32, steps: Int32)) = (
    (0, 10_000), (-200, 5000)
  )
  private static let fingers: Int32 = 10

  private let output: OpaquePointer
  private var down: Set<Int32> = []
  private var lastIdentifier: Int32 = 0

  /// Makes the device; nil, with errno, if the kernel refuses.
  init?(name: String) {
    guard let device = libevdev_new() else { return nil }
    defer { libevdev_free(device) }
    libevdev_set_name(device, name)
    libevdev_enable_property(device, UInt32(INPUT_PROP_DIRECT))
    libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
    func enable(_ code: Int32, _ first: Int32, _ steps: Int32, perMillimeter resolution: Int32 = 0) {
      var information = input_absinfo()
      information.minimum = first
      information.maximum = first + steps - 1
      information.resolution = resolution
      libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &information)
    }
    for code in [ABS_X, ABS_MT_POSITION_X] { enable(code, Self.axes.x.first, Self.axes.x.steps, perMillimeter: 20) }
    for code in [ABS_Y, ABS_MT_POSITION_Y] { enable(code, Self.axes.y.first, Self.axes.y.steps, perMillimeter: 20) }
    enable(ABS_MT_SLOT, 0, Self.fingers)
    enable(ABS_MT_TRACKING_ID, 0, 65_536)
    var output: OpaquePointer?
    let status = libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &output)
    guard status == 0, let output else {
      errno = -status
      return nil
    }
    self.output = output
  }

  /// The file of its events, as `/dev/input/event5`.
  var path: String { libevdev_uinput_get_devnode(output).map { String(cString: $0) } ?? "" }

  /// Performs a line: `down FINGER X Y`, `move FINGER X Y` or `up FINGER`, in fractions of the screen; false if it is invalid.
  mutating func obey(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard words.count >= 2, let finger = Int32(words[1]), (0..<Self.fingers).contains(finger) else { return false }
    write(EV_ABS, ABS_MT_SLOT, finger)
    switch words[0] {
    case "up":
      write(EV_ABS, ABS_MT_TRACKING_ID, -1)
      down.remove(finger)
    case "down", "move":
      guard words.count == 4, let x = Double(words[2]), let y = Double(words[3]) else { return false }
      if words[0] == "down" {
        lastIdentifier = (lastIdentifier + 1) % 65_536
        write(EV_ABS, ABS_MT_TRACKING_ID, lastIdentifier)
        down.insert(finger)
      }
      func place(_ share: Double, _ axis: (first: Int32, steps: Int32)) -> Int32 {
        axis.first + Int32((min(max(share, 0), 1) * Double(axis.steps - 1)).rounded())
      }
      let (column, row) = (place(x, Self.axes.x), place(y, Self.axes.y))
      write(EV_ABS, ABS_MT_POSITION_X, column)
      write(EV_ABS, ABS_MT_POSITION_Y, row)
      write(EV_ABS, ABS_X, column)
      write(EV_ABS, ABS_Y, row)
    default: return false
    }
    write(EV_KEY, BTN_TOUCH, down.isEmpty ? 0 : 1)
    write(EV_SYN, SYN_REPORT, 0)
    return true
  }

  private func write(_ type: Int32, _ code: Int32, _ value: Int32) {
    libevdev_uinput_write_event(output, UInt32(type), UInt32(code), value)
  }

  /// Pulls it out.
  func remove() { libevdev_uinput_destroy(output) }
}
