/// A DRM driver of the guest's kernel.
public enum Driver: String, Hashable, Sendable, CaseIterable {
  /// QEMU's paravirtual card: several outputs that are plugged from outside, without a vblank.
  case virtioGPU = "virtio_gpu"
  /// The kernel's virtual card: one output with a real 60 Hz vblank and CRCs, no EDID.
  case vkms
  /// QEMU's plain framebuffer card.
  case bochs
  /// QEMU's SPICE card. It polls its outputs.
  case qxl

  /// The card's identifier in QEMU; nil if QEMU does not provide the card.
  var deviceIdentifier: String? {
    switch self {
    case .virtioGPU: "gpu0"
    case .vkms: nil
    case .bochs: "bochs0"
    case .qxl: "qxl0"
    }
  }

  /// The driver's own name (`drmGetVersion`), which is not always the module's name.
  public var debugfsName: String {
    self == .bochs ? "bochs-drm" : rawValue
  }

  /// The value of QEMU's `-device`.
  func device(monitorCount: Int) -> String? {
    switch self {
    case .virtioGPU: "virtio-gpu-pci,id=gpu0,max_outputs=\(monitorCount)"
    case .vkms: nil
    case .bochs: "bochs-display,id=bochs0,xres=1280,yres=720"
    case .qxl: "qxl,id=qxl0"
    }
  }
}
