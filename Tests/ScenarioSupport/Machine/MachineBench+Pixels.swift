internal import ControlClient
internal import ControlProtocol
internal import Foundation
public import VirtualMachine

/// The pictures that displays receive, seen from their own side.
extension MachineBench {
  /// QEMU's photograph. For vkms it is the daemon's screenshot, which must have the CRC of the frame that the driver scans out.
  public func photograph(_ display: Int) throws -> Photograph {
    guard driver == .vkms else { return try machine.photograph(monitor: display, of: driver) }
    // The picture may change while the driver computes its CRC.
    for _ in 0..<10 {
      let picture = try screenshot(display)
      let found = try machine.frameCRCs(1, ofOutput: display - 1)
      if found == [ScanoutChecksum.of(picture)] { return picture }
      guard try screenshot(display) == picture else { continue }
      throw ScenarioFailure("What is scanned out has another CRC than the screenshot: \(found).")
    }
    throw ScenarioFailure("The picture changes all the time.")
  }

  private func screenshot(_ display: Int) throws -> Photograph {
    let reply = try connect().call(ScreenshotCall(screen: connector(display)))
    return try PNGReader.picture([UInt8](Data(base64Encoded: reply.png) ?? Data()))
  }

  /// Whether the display has no signal. It polls for a moment, because a device works independently of the kernel's calls.
  ///
  /// Only QEMU's virtio card reports this. For other cards the kernel reports whether the CRTC is on.
  public func isDark(_ display: Int) throws -> Bool {
    try Deadline(after: 1).poll { () throws -> Bool? in
      if driver == .virtioGPU { return try photograph(display).showsNoSignal ? true : nil }
      return try machine.activeCRTCCount(of: driver) == 0 ? true : nil
    } ?? false
  }

  /// Writes on the first console. If the console is on another card's framebuffer, it is moved to this card's (FBIOPUT_CON2FBMAP, 0x4610).
  public func writeOnConsole(_ line: String) throws -> Bool {
    let found = try machine.run(
      """
      number=$(awk '/virtio_gpudrmfb/ {print $1; exit}' /proc/fb)
      [ -n "$number" ] || exit 1
      perl -e 'open F, "+<", "/dev/fb0" or die; my $map = pack("LL", 1, '"$number"'); ioctl(F, 0x4610, $map) or die' || exit 1
      echo '\(line)' > /dev/tty1
      """)
    return found.status == 0
  }

  /// Lets `modetest` light a display of the virtio card, like the next program that uses the card.
  public func lightWithAnotherProgram(_ display: Int) throws -> Bool? {
    guard driver == .virtioGPU else { return nil }
    // An input ends modetest. If it does not get the card, its message is on standard error.
    let output = try machine.check(
      """
      id=$(modetest -M \(driver.rawValue) -c | awk '$4 == "\(connector(display))" {print $1; exit}')
      sleep 0.5 | timeout 5 modetest -M \(driver.rawValue) -s "$id:800x600" 2>&1
      """)
    // virtio-gpu has no gamma, and modetest reports that as an error.
    return output.contains("setting mode") && !output.contains("failed to set mode")
  }
}
