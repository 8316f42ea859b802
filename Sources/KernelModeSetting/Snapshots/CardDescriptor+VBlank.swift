internal import CDRM

extension CardDescriptor {
  /// Whether the driver counts the vertical blanks of a CRTC, so that flips end at one.
  ///
  /// False for virtio-gpu, bochs, qxl and vmwgfx, whose flips end at once. The CRTC must be lit: a dark one has none.
  /// C: `drmCrtcGetSequence`, which answers EOPNOTSUPP without vertical blanks.
  public func hasVBlank(_ crtc: CRTCID) -> Bool {
    var sequence: UInt64 = 0
    var nanoseconds: UInt64 = 0
    return unsafe drmCrtcGetSequence(number, crtc.rawValue, &sequence, &nanoseconds) == 0
  }
}
