/// The place where a scenario is played.
public enum BenchKind: String, Hashable, Sendable, CaseIterable {
  /// The daemon of this checkout with its simulated backend.
  case simulated
  /// The virtual machine's card with several outputs, without a vblank.
  case virtio
  /// The virtio card by legacy calls.
  case legacy
  /// The virtual machine's card with one output and a real vblank.
  case vkms
  /// The virtual machine's plain framebuffer card: one display that is always connected, without a vblank, and only whole frames.
  case bochs

  /// Whether the daemon runs on a driver of a kernel.
  public var isReal: Bool { self != .simulated }

  /// Whether displays can be plugged and unplugged.
  public var isHotpluggable: Bool { self != .bochs }
  /// Whether a display can have any EDID.
  public var takesAnyDisplay: Bool { self != .vkms && self != .bochs }
}
