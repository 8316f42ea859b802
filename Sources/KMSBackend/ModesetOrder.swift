internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// A mode to be tested or set on a connector: all that the probe thread needs to know.
struct ModesetOrder: Sendable {
  var screen: ScreenID
  var token: CommitToken
  var connector: ConnectorID
  var mode: ScreenMode
  /// Of the mode's size; for a test it is made with the buffers.
  var framebuffer: FramebufferID
  /// What is lit and must stay as it is.
  var lit: [CRTCAssignment.Output]
  /// The CRTC that the connector had.
  var preferredCRTC: CRTCID?
  var isAtomic: Bool
  /// The screen may show this mode already, set by an earlier life of the daemon: then a flip is enough.
  var mayAdopt: Bool
}
