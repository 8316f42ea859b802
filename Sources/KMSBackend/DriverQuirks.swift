/// Properties of drivers that no capability reports, by name; state how an entry was measured.
enum DriverQuirks {
  /// Drivers that copy the picture to the display after `DIRTYFB`, have no vertical blank, and for which a flip costs more than a small
  /// dirty rectangle.
  ///
  /// - `virtio_gpu`: `DRM_IOCTL_MODE_DIRTYFB` transfers and flushes only the named rectangle; a flip attaches another resource, which the
  /// host redraws as a whole. Other copying drivers, such as `bochs`, `qxl`, `udl` and `vmwgfx`, were not measured.
  static let updateInPlace: Set<String> = ["virtio_gpu"]

  /// Drivers whose dumb buffers are pages filled with zeros by the kernel; others may use video memory with an earlier picture in it.
  ///
  /// - `virtio_gpu`: `drm_gem_shmem_create`; shmem clears each page. To touch 8 MB of it again before the first picture takes 10 to 20 ms
  /// of a plug's 60 in an emulated machine.
  static let newMemoryIsBlack: Set<String> = ["virtio_gpu"]
}
