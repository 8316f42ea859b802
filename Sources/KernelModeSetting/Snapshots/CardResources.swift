/// What a card has: its objects' numbers, and how large a framebuffer may be (`drmModeGetResources`).
///
/// The CRTCs stand in the kernel's order: bit n of a mask of possible CRTCs means the n-th of them. Connectors come and go with
/// docks; CRTCs, encoders of sockets and planes stay.
public struct CardResources: Hashable, Sendable {
  /// Connectors, writeback connectors included where the client asked for them.
  public var connectors: [ConnectorID]
  /// CRTCs in the order of the masks.
  public var crtcs: [CRTCID]
  /// Encoders.
  public var encoders: [EncoderID]
  /// The widest framebuffer in pixels.
  public var maximumWidth: Int
  /// The tallest framebuffer in pixels.
  public var maximumHeight: Int

  /// Makes the list.
  public init(
    connectors: [ConnectorID], crtcs: [CRTCID], encoders: [EncoderID] = [], maximumWidth: Int = 16384,
    maximumHeight: Int = 16384
  ) {
    self.connectors = connectors
    self.crtcs = crtcs
    self.encoders = encoders
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
  }
}
