internal import CDRM
internal import DisplayTypes
internal import Glibc
package import SystemPackage

// Buffers, framebuffers and blobs.
extension KernelInterface {
  package func createBlob(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> UInt32 {
    var blob: UInt32 = 0
    try unsafe bytes.withUnsafeBytes { (bytes) throws(Errno) in
      _ = try SystemResult.value {
        unsafe drmModeCreatePropertyBlob(descriptor, bytes.baseAddress, bytes.count, &blob)
      }
    }
    return blob
  }

  package func destroyBlob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) {
    try SystemResult.value { drmModeDestroyPropertyBlob(descriptor, blob) }
  }

  package func createDumb(_ descriptor: Int32, width: UInt32, height: UInt32) throws(Errno) -> DumbAllocation {
    var made = DumbAllocation(handle: 0, stride: 0, byteCount: 0)
    try SystemResult.value {
      unsafe drmModeCreateDumbBuffer(descriptor, width, height, 32, 0, &made.handle, &made.stride, &made.byteCount)
    }
    return made
  }

  package func dumbMapOffset(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> UInt64 {
    // libdrm has a function for this; it came later than the ioctl, and says no more.
    var request = drm_mode_map_dumb(handle: handle, pad: 0, offset: 0)
    try SystemResult.value { unsafe drmIoctl(descriptor, MARQUEE_DRM_IOCTL_MODE_MAP_DUMB, &request) }
    return request.offset
  }

  package func destroyDumb(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try SystemResult.value { drmModeDestroyDumbBuffer(descriptor, handle) }
  }

  package func closeHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try SystemResult.value { drmCloseBufferHandle(descriptor, handle) }
  }

  package func map(
    _ descriptor: Int32, byteCount: Int, offset: UInt64
  ) throws(Errno) -> UnsafeMutableRawBufferPointer {
    guard let place = off_t(exactly: offset) else { throw .outOfRange }
    let start = try unsafe SystemResult.pointer {
      let result = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, place)
      return unsafe result == MAP_FAILED ? nil : result
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    // Fails only for an address that is no mapping.
    if let start = memory.baseAddress { _ = unsafe munmap(start, memory.count) }
  }

  package func addFramebuffer2(
    _ descriptor: Int32, width: UInt32, height: UInt32, format: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32 {
    let handles: [UInt32] = [handle, 0, 0, 0]
    let strides: [UInt32] = [stride, 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    var framebuffer: UInt32 = 0
    try SystemResult.value {
      unsafe drmModeAddFB2(descriptor, width, height, format, handles, strides, offsets, &framebuffer, 0)
    }
    return framebuffer
  }

  package func addFramebuffer(
    _ descriptor: Int32, width: UInt32, height: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32 {
    var framebuffer: UInt32 = 0
    // Depth 24 in 32 bits is XRGB8888 by another name.
    try SystemResult.value {
      unsafe drmModeAddFB(descriptor, width, height, 24, 32, stride, handle, &framebuffer)
    }
    return framebuffer
  }

  package func closeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    var request = marquee_drm_mode_closefb(fb_id: framebuffer, pad: 0)
    try SystemResult.value { unsafe drmIoctl(descriptor, MARQUEE_DRM_IOCTL_MODE_CLOSEFB, &request) }
  }

  package func removeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    try SystemResult.value { drmModeRmFB(descriptor, framebuffer) }
  }

  package func dirtyFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32, _ clips: DirtyClips) throws(Errno) {
    var rects = InlineArray<16, drm_clip_rect>(repeating: drm_clip_rect())
    for index in 0..<clips.count {
      let clip = clips[index]
      rects[index] = drm_clip_rect(
        x1: UInt16(clamping: clip.x), y1: UInt16(clamping: clip.y), x2: UInt16(clamping: clip.maxX),
        y2: UInt16(clamping: clip.maxY))
    }
    var span = rects.mutableSpan
    try unsafe span.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
      _ = try SystemResult.value {
        unsafe drmModeDirtyFB(descriptor, framebuffer, buffer.baseAddress, UInt32(clips.count))
      }
    }
  }
}
