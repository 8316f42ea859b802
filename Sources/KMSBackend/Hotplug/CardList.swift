internal import CUdev
internal import EventLoop

/// The cards that udev knows now.
enum CardList {
  /// All cards: first those of the boot display, then in the order of nodes. Empty without sysfs.
  ///
  /// It asks libudev for each card. An enumeration of the class would look at each connector too, with twenty system calls for each.
  static func all() -> [CardCandidate] {
    guard let context = UdevContext() else { return [] }
    var cards: [CardCandidate] = []
    // Connectors are named card0-HDMI-A-1.
    for name in FolderNames.read("/sys/class/drm") ?? [] where name.hasPrefix("card") && !name.contains("-") {
      guard let pointer = unsafe udev_device_new_from_subsystem_sysname(context.pointer, "drm", name) else { continue }
      let device = unsafe UdevDevice(owning: pointer)
      if !device.node.isEmpty { cards.append(CardCandidate(device)) }
    }
    return cards.sorted { left, right in
      left.isBootDisplay == right.isBootDisplay ? left.device < right.device : left.isBootDisplay
    }
  }
}

/// A card in udev's list. Only an opened card reports whether it has displays.
struct CardCandidate {
  /// Its node, as `/dev/dri/card0`.
  let device: String
  /// The seat of the card; `seat0` if udev names none.
  let seat: String
  /// Whether it drew the firmware's boot screen.
  let isBootDisplay: Bool

  init(_ device: borrowing UdevDevice) {
    self.device = device.node
    let seat = device.property("ID_SEAT")
    self.seat = seat.isEmpty ? "seat0" : seat
    isBootDisplay = device.parentIsBootDisplay
  }
}
