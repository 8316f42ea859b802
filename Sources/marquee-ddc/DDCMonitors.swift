import CDDCUtil
import Glibc
import MonitorPower

/// The monitors that libddcutil finds.
@safe enum DDCMonitors {
  /// - Parameter loaded: The library, from `marquee_ddc_load`.
  static func bring(
    _ edid: [UInt8], to wish: PowerWish, by loaded: UnsafePointer<MarqueeDDCLibrary>?
  ) -> DDCReply {
    guard let library = unsafe loaded else {
      return DDCReply(
        .noAdapter,
        reason: "libddcutil cannot be loaded; install the package libddcutil5, or libddcutil4 on Debian 12")
    }
    if let reason = obstacle { return DDCReply(.noAdapter, reason: reason) }
    // `DDCExchange` reads back itself, because an error of libddcutil would not show whether the monitor accepts messages.
    _ = unsafe library.pointee.enable_verify(false)
    var list: UnsafeMutablePointer<DDCA_Display_Info_List>?
    guard unsafe library.pointee.get_display_info_list2(false, &list) == 0, let list = unsafe list else {
      return DDCReply(.noAnswer)
    }
    defer { unsafe library.pointee.free_display_info_list(list) }
    let found = unsafe (0..<max(0, list.pointee.ct)).compactMap { index in
      unsafe marquee_ddc_display(list, index).flatMap { unsafe FoundMonitor($0, edid) }
    }
    guard let monitor = found.first else { return DDCReply(.noAnswer) }
    guard found.count == 1 else {
      let devices = found.map(\.device).joined(separator: " and ")
      return DDCReply(
        .noAdapter, reason: "the monitors on \(devices) have the same EDID, so the right one is unknown")
    }
    var handle: DDCA_Display_Handle?
    let status = unsafe library.pointee.open_display2(monitor.reference, true, &handle)
    guard status == 0, let handle = unsafe handle else {
      return DDCReply(.noAdapter, reason: "libddcutil cannot open \(monitor.device) (status \(status))")
    }
    defer { unsafe _ = library.pointee.close_display(handle) }
    let told = unsafe DDCExchange.bring(OpenMonitor(library: library, handle: handle), to: wish) { _ = sleep(1) }
    return DDCReply(told, device: monitor.device)
  }

  /// The reason why the search finds no monitor.
  private static var obstacle: String? {
    let lines = I2CLines()
    guard !lines.external.isEmpty else {
      // A machine with only its own panel has no missing driver.
      return lines.panels.isEmpty
        ? "there is no /dev/i2c-*; the kernel's module i2c-dev makes them (modprobe i2c-dev)" : nil
    }
    var isRefused = false
    for device in lines.external {
      let descriptor = unsafe open(device, O_RDWR | O_CLOEXEC)
      guard descriptor < 0 else {
        close(descriptor)
        return nil
      }
      isRefused = isRefused || errno == EPERM
    }
    return isRefused
      ? "no /dev/i2c-* may be opened; if they appeared after the start of the service, run \"systemctl restart marqueed\""
      : "no /dev/i2c-* may be opened by this user; their group (usually i2c) may"
  }
}

@safe private struct FoundMonitor {
  let reference: DDCA_Display_Ref
  let device: String

  init?(_ display: UnsafeMutablePointer<DDCA_Display_Info>, _ edid: [UInt8]) {
    let bus = unsafe marquee_ddc_bus(display)
    guard bus >= 0, let reference = unsafe display.pointee.dref, let bytes = unsafe marquee_ddc_edid(display),
      unsafe Array(UnsafeBufferPointer(start: bytes, count: 128)) == edid
    else { return nil }
    unsafe self.reference = reference
    device = "/dev/i2c-\(bus)"
  }
}

@safe private struct OpenMonitor: DDCMonitor {
  let library: UnsafePointer<MarqueeDDCLibrary>
  let handle: DDCA_Display_Handle

  func powerMode() throws(DDCError) -> UInt8 {
    var value = DDCA_Non_Table_Vcp_Value()
    try Self.check(unsafe library.pointee.get_non_table_vcp_value(handle, DDCExchange.powerMode, &value))
    return value.sl
  }

  func setPowerMode(_ value: UInt8) throws(DDCError) {
    try Self.check(unsafe library.pointee.set_non_table_vcp_value(handle, DDCExchange.powerMode, 0, value))
  }

  private static func check(_ status: DDCA_Status) throws(DDCError) {
    switch status {
    case 0: return
    case MARQUEE_DDC_REPORTED_UNSUPPORTED, MARQUEE_DDC_DETERMINED_UNSUPPORTED: throw .unsupported
    default: throw .noAnswer
    }
  }
}
