internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// One connector of a card, with what it shows and what it is about to show.
///
/// Belongs to the display thread.
final class KMSOutput {
  /// A mode that is in force.
  struct Lit {
    var path: OutputPath
    var buffers: OutputBuffers
    var updatesInPlace: Bool
  }

  /// A modeset under way.
  struct Pending {
    var token: CommitToken
    var buffers: OutputBuffers
    var captured: CapturedFrame?
  }

  let screen: ScreenID
  let connector: ConnectorID
  var lit: Lit?
  var pending: Pending?
  /// Made for a test, kept for the modeset that follows.
  var prepared: (mode: ScreenMode, buffers: OutputBuffers)?
  /// Still scanned out until the screen is off.
  var retiring: [CommitToken: OutputBuffers] = [:]
  /// The CRTC that it had last.
  var lastCRTC: CRTCID?
  /// An earlier life of the daemon may have lit it.
  var mayAdopt: Bool
  /// Used again for every flip.
  var request = AtomicRequest()

  init(screen: ScreenID, connector: ConnectorID, mayAdopt: Bool) {
    self.screen = screen
    self.connector = connector
    self.mayAdopt = mayAdopt
  }
}
