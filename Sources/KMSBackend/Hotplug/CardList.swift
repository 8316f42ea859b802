internal import CUdev

/// The cards that udev knows now.
public enum CardList {
  /// All cards, those of the boot display first, then by node.
  ///
  /// Empty without sysfs.
  public static func all() -> [CardCandidate] {
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

extension CardCandidate {
  init(_ device: borrowing UdevDevice) {
    let seat = device.property("ID_SEAT")
    self.init(
      device: device.node, seat: seat.isEmpty ? "seat0" : seat, busDriver: device.parentDriver,
      isBootDisplay: device.parentIsBootDisplay)
  }
}

/// A card in udev's list.
///
/// Whether it has displays is known only after it is opened.
public struct CardCandidate: Hashable, Sendable {
  /// Its node, as `/dev/dri/card0`.
  public var device: String
  /// The seat of the card; `seat0` if udev names none.
  public var seat: String
  /// The name of its bus driver, as `virtio-pci`; empty if it has none, as vkms.
  ///
  /// The name of the DRM driver differs.
  public var busDriver: String
  /// It drew the firmware's boot screen.
  public var isBootDisplay: Bool

  /// Makes a candidate.
  public init(device: String, seat: String, busDriver: String, isBootDisplay: Bool) {
    self.device = device
    self.seat = seat
    self.busDriver = busDriver
    self.isBootDisplay = isBootDisplay
  }
}
