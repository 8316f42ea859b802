package import DisplayTypes
internal import Synchronization

/// A card that can show the buffers of a surface without a copy. Any thread may call it.
package protocol ScanoutCard: AnyObject, Sendable {
  /// The number of the card's device file.
  var device: UInt64 { get }

  /// Makes a buffer. The caller closes its memory, a dma-buf. The stride is in bytes.
  func makeBuffer(of size: PixelSize) throws(DisplayError) -> (buffer: any CardBuffer, memory: Int32, stride: Int)

  /// Makes a buffer of a dma-buf with opaque pixels, row by row. The caller closes the memory.
  func makeBuffer(
    of size: PixelSize, in memory: Int32, stride: Int, offset: Int
  ) throws(DisplayError) -> any CardBuffer

  /// Whether a buffer is one of this card.
  func owns(_ buffer: any CardBuffer) -> Bool

  /// Whether one screen of the card is lit or becomes lit. Several may have too little bandwidth for another plane each.
  var hasOneScreen: Bool { get }
}

/// The card of a screen as a value, which equals only itself.
package struct ScanoutReference: Hashable, Sendable {
  package let card: any ScanoutCard
  /// Whether the screen has a plane for a picture above the buffer of a surface.
  private let hasOverlay: Bool

  package init(_ card: any ScanoutCard, hasOverlay: Bool = false) { (self.card, self.hasOverlay) = (card, hasOverlay) }

  /// Whether a plane may show a picture above the buffer of a surface now.
  package var blends: Bool { hasOverlay && card.hasOneScreen }

  package static func == (left: ScanoutReference, right: ScanoutReference) -> Bool {
    left.card === right.card && left.hasOverlay == right.hasOverlay
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(card)) }
}

/// A buffer in the memory of a card. Its card releases it after the last reference has gone, on any thread.
package protocol CardBuffer: AnyObject, Sendable {}

/// The way of a surface's pixels to the screen.
package enum SurfacePath: Hashable, Sendable {
  /// No screen has drawn it yet.
  case none
  /// The daemon composes them with the rest of the picture.
  case composed(SurfaceObstacle)
  /// A plane shows the buffers of the process. The number is the kernel's number of the plane.
  case plane(UInt32)
}

extension SurfacePath: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "not drawn yet"
    case .composed(let obstacle): "composed, because \(obstacle.rawValue)"
    case .plane(let number): number == 0 ? "shown without a copy" : "shown by plane \(number) without a copy"
    }
  }
}

/// The reason why the pixels of a surface are composed.
package enum SurfaceObstacle: String, Error {
  case covered = "something is above it, and the card has no plane for that"
  case partial = "it does not fill the screen"
  case scaled = "its buffers do not have the size of the mode"
  case turned = "the picture is rotated or flipped"
  case translucent = "it has alpha or fades"
  case several = "several screens show it"
  case observed = "a client observes each picture of the screen"
  case driver = "the driver copies each picture, or cannot show shared memory"
  case recent = "it has filled the screen for less than a second"
  case files = "its process draws into memory files"
  case otherCard = "its memory belongs to another card"
  case refused = "the driver has refused to show its memory"
}

/// The way of a surface's pixels, and the card in whose memory they should be. The display thread writes it, and any thread reads it.
package final class SurfaceScanout: Sendable {
  private struct State {
    var path = SurfacePath.none
    var card: (any ScanoutCard)?
    var screens = 0
  }

  private let state = Mutex(State())
  private let didChange: @Sendable () -> Void

  init(didChange: @escaping @Sendable () -> Void) { self.didChange = didChange }

  package var path: SurfacePath { state.withLock { $0.path } }

  /// The card whose planes could show the surface; nil if it is composed anyway.
  package var card: (any ScanoutCard)? { state.withLock { $0.card } }

  /// Whether more than one screen shows the surface.
  package var hasSeveralScreens: Bool { state.withLock { $0.screens > 1 } }

  func setScreens(_ count: Int) {
    state.withLock { state in
      state.screens = count
      if count == 0 { state.path = .none }
    }
  }

  /// Records the way of the last picture. Does not allocate.
  ///
  /// - Parameter card: the card in whose memory the next buffers should be.
  package func note(_ path: SurfacePath, wanting card: (any ScanoutCard)?) {
    let hasChanged = state.withLock { state in
      let hasChanged = state.card !== card
      (state.path, state.card) = (path, card)
      return hasChanged
    }
    if hasChanged { didChange() }
  }
}
