/// Where a scenario is played.
public enum BenchKind: String, Hashable, Sendable, CaseIterable {
  /// The daemon of this checkout on its simulated backend.
  case simulated
  /// The virtual machine's card with several outputs and no vblank.
  case virtio
  /// The same, by legacy calls.
  case legacy
  /// The virtual machine's card with one output and a real vblank.
  case vkms
  /// The virtual machine's plain framebuffer card: one display that is always there, no vblank, whole frames only.
  case bochs

  /// Whether a kernel's driver is under the daemon.
  public var isReal: Bool { self != .simulated }

  /// Whether displays come and go.
  public var isHotpluggable: Bool { self != .bochs }
  /// Whether a display can be given any EDID.
  public var takesAnyDisplay: Bool { self != .vkms && self != .bochs }
}
