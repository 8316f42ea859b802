/// What a driver does otherwise than the rest, and no capability tells.
///
/// A table by name, to be kept short: whoever adds to it says how it was measured.
enum DriverQuirks {
  /// Drivers that copy the picture to the display when they are told what is dirty, have no vertical blank, and for which a flip
  /// costs more than a small dirty rectangle.
  ///
  /// - `virtio_gpu`: `DRM_IOCTL_MODE_DIRTYFB` transfers and flushes the named rectangle only; a flip attaches another resource, which
  ///   the host draws anew as a whole.
  ///
  /// Others that copy, as `bochs`, `qxl`, `udl` and `vmwgfx`, take flips with their damage, as nobody has measured them.
  static let updateInPlace: Set<String> = ["virtio_gpu"]

  /// Drivers whose dumb buffers are pages that the kernel has filled with zeros.
  ///
  /// - `virtio_gpu`: `drm_gem_shmem_create`; shmem hands out no page that it has not cleared. To touch 8 MB of it once more before
  ///   the first picture takes 10 to 20 ms of a plug's 60 in an emulated machine.
  ///
  /// Others may keep their buffers in video memory, where an earlier picture may stand.
  static let newMemoryIsBlack: Set<String> = ["virtio_gpu"]
}
