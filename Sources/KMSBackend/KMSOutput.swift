internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// One connector of a card with its current and its next picture. It belongs to the display thread. `lit` follows the probe thread's
/// replies in the order of the jobs. Its buffers are scanned out, or were until a moment ago.
final class KMSOutput {
  /// The mode that the screen shows.
  struct Lit {
    var path: OutputPath
    var buffers: OutputBuffers
    var updatesInPlace: Bool
  }

  /// The modeset or turn-off that has not ended. Flips wait for it.
  enum Change {
    /// A modeset with its display path. The path is nil if the probe thread must find one.
    case modeset(CommitToken, OutputPath?)
    case turnOff(CommitToken)

    var token: CommitToken {
      switch self {
      case .modeset(let token, _), .turnOff(let token): token
      }
    }
  }

  let screen: ScreenID
  let connector: ConnectorID
  var lit: Lit?
  var change: Change?
  /// The result of a test, for the modeset that follows.
  var tested: TestedMode?
  /// A buffer for a new display, or from an unplugged one; nil after an order has taken it.
  var prepared: PreparedBuffers?
  var lastSize: PixelSize?
  var lastCRTC: CRTCID?
  /// Whether the daemon has committed to it. Before that its picture belongs to another program.
  var isOurs = false
  var isLinkBad = false
  /// Whether an earlier daemon process may have turned it on.
  var mayAdopt: Bool
  /// Its pointer; nil if it is dark, or has no plane for one.
  var pointer: OutputPointer?
  /// Whether a plane above the primary one shows a picture.
  var isOverlaid = false
  /// The request that every flip uses again.
  var request = AtomicRequest()

  init(screen: ScreenID, connector: ConnectorID, mayAdopt: Bool) {
    self.screen = screen
    self.connector = connector
    self.mayAdopt = mayAdopt
  }

  /// Whether it shows a picture of this daemon, or soon will.
  var isInUse: Bool {
    if case .modeset = change { return true }
    return lit != nil
  }

  /// Whether another output may use the objects of `path`.
  func leavesFree(_ path: OutputPath) -> Bool {
    if let lit, lit.path.collides(with: path) { return false }
    guard case .modeset(_, let wanted) = change else { return true }
    return wanted.map { !$0.collides(with: path) } ?? false
  }

  /// Ends the change, unless a newer one is pending.
  func answered(_ token: CommitToken) {
    if change?.token == token { change = nil }
  }
}

/// The objects and the calls for one screen: atomic commits, or legacy calls.
enum OutputPath: Hashable, Sendable {
  case atomic(OutputPipeline)
  case legacy(LegacyOutput)

  var crtc: CRTCID {
    switch self {
    case .atomic(let pipeline): pipeline.crtc
    case .legacy(let output): output.crtc
    }
  }

  /// The kernel's number of the primary plane; 0 if it is unknown.
  var plane: UInt32 {
    switch self {
    case .atomic(let pipeline): pipeline.plane.rawValue
    case .legacy: 0
    }
  }

  /// Whether both need the same CRTC or plane.
  func collides(with other: OutputPath) -> Bool {
    if case .atomic(let mine) = self, case .atomic(let others) = other, mine.plane == others.plane { return true }
    return crtc == other.crtc
  }

  /// The way in which it shows a pointer. A legacy driver may refuse it at the first use.
  var pointer: PointerPlane {
    switch self {
    case .atomic(let pipeline): pipeline.cursor == nil ? .none : .withCommits
    case .legacy: .atOnce
    }
  }

  /// The plane for a picture above that of the primary plane.
  var overlay: UpperPlane? {
    if case .atomic(let pipeline) = self { pipeline.overlay } else { nil }
  }

  /// Turns the screen off, and blocks until that is done.
  func turnOff(on card: CardDescriptor) throws(DisplayError) {
    switch self {
    case .atomic(let pipeline):
      var request = AtomicRequest()
      pipeline.addOff(to: &request)
      try card.commit(request, .allowModeset, operation: "turn off \(pipeline.name)")
    case .legacy(let output): try output.turnOff(on: card)
    }
  }
}
