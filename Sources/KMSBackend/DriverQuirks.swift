/// Properties of drivers that no capability reports, by the driver's name. State how you measured an entry.
enum DriverQuirks {
  /// Drivers that copy the picture to the display after `DIRTYFB`, have no vertical blank, and for which a flip costs more than a small
  /// dirty rectangle.
  ///
  /// - `virtio_gpu`: `DRM_IOCTL_MODE_DIRTYFB` transfers and flushes only the given rectangle. A flip attaches another resource, which the
  ///   host redraws as a whole. Other copying drivers, such as `bochs`, `qxl`, `udl` and `vmwgfx`, were not measured.
  static let updateInPlace: Set<String> = ["virtio_gpu"]

  /// Drivers whose dumb buffers are pages that the kernel has filled with zeros. Others may use video memory with an earlier picture in it.
  ///
  /// - `virtio_gpu`: `drm_gem_shmem_create`. shmem clears each page. In an emulated machine, clearing 8 MB again before the first picture
  ///   takes 10 to 20 of the 60 ms from plug to picture.
  static let newMemoryIsBlack: Set<String> = ["virtio_gpu"]
}
