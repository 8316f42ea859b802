import CDRM
import Glibc

// Prints a line for each plane of a card that shows a framebuffer: `plane-buffers /dev/dri/card0`
//
//     primary plane 31 crtc 37 framebuffer 45 dma-buf 17
//
// The last number is the inode of the dma-buf with the framebuffer's memory. A program that made this memory, or imported it, finds the
// same number with fstat on its own descriptor. It needs root, because other programs do not get the memory of a framebuffer.
@main
enum PlaneBuffers {
  static func main() {
    let path = CommandLine.arguments.dropFirst().first ?? "/dev/dri/card0"
    let card = open(path, O_RDWR | O_CLOEXEC)
    guard card >= 0 else { fail("open \(path)") }
    // The first program that opens a card becomes its master.
    if drmIsMaster(card) != 0 { drmDropMaster(card) }
    guard drmSetClientCap(card, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
      let planes = drmModeGetPlaneResources(card)
    else { fail("list the planes") }
    for index in 0..<Int(planes.pointee.count_planes) {
      guard let plane = drmModeGetPlane(card, planes.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      let framebuffer = plane.pointee.fb_id
      guard framebuffer != 0 else { continue }
      // The framebuffer may be gone by now. The next call then tells.
      guard let memory = memory(of: framebuffer, on: card) else { continue }
      let number = plane.pointee.plane_id
      print(
        "\(kind(of: number, on: card)) plane \(number) crtc \(plane.pointee.crtc_id) framebuffer \(framebuffer)",
        "dma-buf \(memory)")
    }
  }

  /// The plane's property `type`.
  private static func kind(of plane: UInt32, on card: Int32) -> String {
    guard let all = drmModeObjectGetProperties(card, plane, UInt32(DRM_MODE_OBJECT_PLANE)) else { return "unknown" }
    defer { drmModeFreeObjectProperties(all) }
    for index in 0..<Int(all.pointee.count_props) {
      guard let property = drmModeGetProperty(card, all.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      let name = withUnsafeBytes(of: property.pointee.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name == "type" else { continue }
      switch all.pointee.prop_values[index] {
      case UInt64(DRM_PLANE_TYPE_PRIMARY): return "primary"
      case UInt64(DRM_PLANE_TYPE_CURSOR): return "cursor"
      default: return "overlay"
      }
    }
    return "unknown"
  }

  /// The inode of a framebuffer's dma-buf.
  private static func memory(of framebuffer: UInt32, on card: Int32) -> UInt64? {
    guard let facts = drmModeGetFB2(card, framebuffer) else { return nil }
    defer { drmModeFreeFB2(facts) }
    let handle = facts.pointee.handles.0
    guard handle != 0 else { fail("get the memory of the framebuffer \(framebuffer)") }
    defer { drmCloseBufferHandle(card, handle) }
    var descriptor: Int32 = -1
    guard drmPrimeHandleToFD(card, handle, UInt32(O_CLOEXEC), &descriptor) == 0 else {
      fail("export the framebuffer \(framebuffer)")
    }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  private static func fail(_ operation: String) -> Never {
    perror("plane-buffers: could not \(operation)")
    exit(1)
  }
}
