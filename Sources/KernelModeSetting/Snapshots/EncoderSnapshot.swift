/// An encoder at one moment (`drmModeGetEncoder`).
public struct EncoderSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: EncoderID
  /// The CRTC that feeds it; nil for none.
  public var crtc: CRTCID?
  /// The CRTCs that can feed it.
  public var possibleCRTCs: CRTCMask

  /// Makes a snapshot.
  public init(id: EncoderID, crtc: CRTCID? = nil, possibleCRTCs: CRTCMask) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
  }
}
