internal import CUdev

/// The cards that udev knows now.
enum CardList {
  /// All cards: first those of the boot display, then in the order of nodes. Empty without sysfs.
  static func all() -> [CardCandidate] {
    guard let context = UdevContext(), let list = unsafe udev_enumerate_new(context.pointer) else { return [] }
    defer { _ = unsafe udev_enumerate_unref(list) }
    _ = unsafe udev_enumerate_add_match_subsystem(list, "drm")
    _ = unsafe udev_enumerate_add_match_sysname(list, "card[0-9]*")
    _ = unsafe udev_enumerate_scan_devices(list)
    var cards: [CardCandidate] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let current = unsafe entry {
      if let path = unsafe udev_list_entry_get_name(current),
        let pointer = unsafe udev_device_new_from_syspath(context.pointer, path)
      {
        let device = unsafe UdevDevice(owning: pointer)
        // Connectors are named card0-HDMI-A-1 and have no node.
        if !device.node.isEmpty { cards.append(CardCandidate(device)) }
      }
      unsafe entry = udev_list_entry_get_next(current)
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
