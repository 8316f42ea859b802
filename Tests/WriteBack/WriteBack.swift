import CDRM
import CDescriptors
import Glibc

// Writes the pixels that a card scans out, with all planes blended: `write-back PID /dev/dri/card0 FILE`
//
// Only the master of a card can ask the driver for this, so the program uses the open file of the master, the process PID. It needs root. A
// modeset puts the writeback connector in the place of the display's connector, and another one puts that back. Planes and framebuffers
// stay. The file has a line with the width and the height, then the pixels: 32-bit words 0xXXRRGGBB in the byte order of the machine.
@main
struct WriteBack {
  /// The file of the master, and a file of this program, whose framebuffer goes with it.
  private let master: Int32
  private let own: Int32

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let process = Int32(arguments[1]) else {
      print("usage: write-back PID /dev/dri/card0 FILE")
      exit(2)
    }
    let own = open(arguments[2], O_RDWR | O_CLOEXEC)
    guard own >= 0 else { fail("open \(arguments[2])") }
    for capability in [DRM_CLIENT_CAP_ATOMIC, DRM_CLIENT_CAP_WRITEBACK_CONNECTORS]
    where drmSetClientCap(own, UInt64(capability), 1) != 0 {
      fail("use writeback connectors")
    }
    WriteBack(master: masterFile(of: process, path: arguments[2]), own: own).write(to: arguments[3])
  }

  private func write(to path: String) {
    let (crtc, width, height) = litCRTC()
    let (connector, lit) = connectors(of: crtc)
    var (handle, pitch, size): (UInt32, UInt32, UInt64) = (0, 0, 0)
    guard drmModeCreateDumbBuffer(own, width, height, 32, 0, &handle, &pitch, &size) == 0 else {
      Self.fail("make a buffer")
    }
    var framebuffer: UInt32 = 0
    let (handles, pitches, offsets) = ([handle, 0, 0, 0], [pitch, 0, 0, 0], [UInt32](repeating: 0, count: 4))
    guard
      drmModeAddFB2(
        own, width, height, MARQUEE_DRM_FORMAT_XRGB8888, handles, pitches, offsets, &framebuffer, 0) == 0
    else { Self.fail("make a framebuffer") }

    var fence: Int32 = -1
    withUnsafeMutablePointer(to: &fence) { pointer in
      commit([
        (lit, "CRTC_ID", 0), (connector, "CRTC_ID", UInt64(crtc)), (connector, "WRITEBACK_FB_ID", UInt64(framebuffer)),
        (connector, "WRITEBACK_OUT_FENCE_PTR", UInt64(UInt(bitPattern: pointer))),
      ])
    }
    var written = pollfd(fd: fence, events: Int16(POLLIN), revents: 0)
    guard poll(&written, 1, 10_000) == 1 else { Self.fail("wait for the pixels") }
    commit([(connector, "CRTC_ID", 0), (lit, "CRTC_ID", UInt64(crtc))])

    var offset: UInt64 = 0
    guard drmModeMapDumbBuffer(own, handle, &offset) == 0,
      let pixels = mmap(nil, Int(size), PROT_READ, MAP_SHARED, own, off_t(offset)), pixels != MAP_FAILED,
      let file = fopen(path, "w")
    else { Self.fail("map the buffer") }
    fputs("\(width) \(height)\n", file)
    for row in 0..<Int(height) { fwrite(pixels + row * Int(pitch), 4, Int(width), file) }
    guard fclose(file) == 0 else { Self.fail("write \(path)") }
  }

  /// The first CRTC with a mode, and its size.
  private func litCRTC() -> (id: UInt32, width: UInt32, height: UInt32) {
    guard let resources = drmModeGetResources(own) else { Self.fail("list the CRTCs") }
    for index in 0..<Int(resources.pointee.count_crtcs) {
      guard let crtc = drmModeGetCrtc(own, resources.pointee.crtcs[index])?.pointee, crtc.mode_valid != 0 else {
        continue
      }
      return (crtc.crtc_id, UInt32(crtc.mode.hdisplay), UInt32(crtc.mode.vdisplay))
    }
    Self.fail("find a lit CRTC")
  }

  /// The writeback connector, and the connector of the display on the CRTC.
  private func connectors(of crtc: UInt32) -> (writeback: UInt32, lit: UInt32) {
    guard let resources = drmModeGetResources(own) else { Self.fail("list the connectors") }
    var (writeback, lit): (UInt32?, UInt32?) = (nil, nil)
    for index in 0..<Int(resources.pointee.count_connectors) {
      guard let connector = drmModeGetConnectorCurrent(own, resources.pointee.connectors[index])?.pointee else {
        continue
      }
      if connector.connector_type == UInt32(DRM_MODE_CONNECTOR_WRITEBACK) {
        writeback = connector.connector_id
      } else if property("CRTC_ID", of: connector.connector_id).value == UInt64(crtc) {
        lit = connector.connector_id
      }
    }
    guard let writeback, let lit else { Self.fail("find a writeback connector and a lit one") }
    return (writeback, lit)
  }

  /// Sets properties of connectors in a modeset.
  private func commit(_ settings: [(connector: UInt32, property: String, value: UInt64)]) {
    guard let request = drmModeAtomicAlloc() else { Self.fail("make a request") }
    defer { drmModeAtomicFree(request) }
    for setting in settings {
      drmModeAtomicAddProperty(
        request, setting.connector, property(setting.property, of: setting.connector).id, setting.value)
    }
    guard drmModeAtomicCommit(master, request, UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), nil) == 0 else {
      Self.fail("commit \(settings.map(\.property))")
    }
  }

  private func property(_ name: String, of connector: UInt32) -> (id: UInt32, value: UInt64) {
    guard let all = drmModeObjectGetProperties(own, connector, UInt32(DRM_MODE_OBJECT_CONNECTOR)) else {
      Self.fail("list the properties of a connector")
    }
    for index in 0..<Int(all.pointee.count_props) {
      guard let property = drmModeGetProperty(own, all.pointee.props[index]) else { continue }
      let found = withUnsafeBytes(of: property.pointee.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if found == name { return (property.pointee.prop_id, all.pointee.prop_values[index]) }
    }
    Self.fail("find the property \(name)")
  }

  /// The descriptor with which the process is the master of the card.
  private static func masterFile(of process: Int32, path: String) -> Int32 {
    for number in 0..<Int32(1024) {
      guard let target = realpath("/proc/\(process)/fd/\(number)", nil) else { continue }
      defer { free(target) }
      guard String(cString: target) == path else { continue }
      let found = descriptor_of_process(process, number)
      if found >= 0, drmIsMaster(found) != 0 { return found }
    }
    fail("find the card among the files of the process \(process)")
  }

  private static func fail(_ operation: String) -> Never {
    perror("write-back: could not \(operation)")
    exit(1)
  }
}
