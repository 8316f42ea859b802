internal import Composition
internal import DisplayTypes

/// Decides whether a plane shows the buffer of a surface that fills one screen, so that nothing is composed. Pure. It does not allocate for
/// a frame.
struct ScreenScanout {
  /// The way of a picture to the screen.
  enum Way {
    case compose
    /// A plane shows the buffer of the surface. Only the layers above this index are composed, for a plane above it; nil for none.
    case plane(SurfaceFrame, below: Int?)
    /// A copy of slow pixels is being made. The picture before stays until the next refresh.
    case wait
  }

  /// The frame whose buffer the plane shows, and the frame of the flip in flight. They keep their buffers from their process.
  private(set) var onScreen: SurfaceFrame?
  private var inFlight: SurfaceFrame?
  /// The surface that fills the screen, and the time since when it does.
  private var candidate: ObjectIdentifier?
  private var since = MonotonicTime.zero
  private var pauses = Backoff()
  /// No plane is tried before this time, because the driver has refused.
  private var resumes = MonotonicTime.zero
  private var blendingPauses = Backoff()
  /// No plane above another one is tried before this time.
  private var blendingResumes = MonotonicTime.zero
  /// The layer above which the composed buffers have the picture; nil for the whole picture.
  private(set) var composedAbove: Int?
  /// Whether the last commit shows a composed buffer on a plane above that of a surface.
  private(set) var isBlending = false

  /// The nanoseconds for which a surface fills the screen before its process gets other buffers.
  private static let settledAfter: UInt64 = 1_000_000_000

  /// Decides the way of a picture, and records it for the surfaces in it.
  ///
  /// - Parameters:
  ///   - screen: the card of the screen; nil if it cannot show shared memory.
  ///   - isRead: whether the picture must be read for a client.
  mutating func way(
    of frame: ResolvedFrame, at time: MonotonicTime, on screen: ScanoutReference?, isRead: Bool, isObserved: Bool
  ) -> Way {
    let top = frame.topSurface
    let filling = top.flatMap { frame.filling(at: $0) }
    for (index, layer) in frame.layers.enumerated() {
      guard index != top, case .frame(let other) = layer.contents else { continue }
      if case .success(let surface) = filling, surface === other { continue }
      other.scanout.note(.composed(.covered), wanting: nil)
    }
    guard let top, let filling else { return composed(frame) }
    let surface: SurfaceFrame
    switch filling {
    case .success(let found): surface = found
    case .failure(let obstacle):
      candidate = nil
      if case .frame(let found) = frame.layers[top].contents { found.scanout.note(.composed(obstacle), wanting: nil) }
      return composed(frame)
    }
    if candidate != surface.surface { (candidate, since) = (surface.surface, time) }
    let isCovered = top < frame.layers.count - 1
    if let obstacle = obstacle(to: surface, on: screen, isObserved: isObserved, isCovered: isCovered) {
      // Its process gets the other buffers again after a second without an obstacle.
      since = time
      surface.scanout.note(.composed(obstacle), wanting: nil)
      return composed(frame)
    }
    if time < resumes || isCovered && time < blendingResumes {
      surface.scanout.note(.composed(.refused), wanting: nil)
      return composed(frame)
    }
    let card = screen?.card
    guard let buffer = surface.scanoutBuffer, let card else {
      let isSettled = time.nanoseconds > since.advanced(by: Self.settledAfter).nanoseconds
      surface.scanout.note(.composed(isSettled ? .files : .recent), wanting: isSettled ? card : nil)
      return composed(frame)
    }
    guard card.owns(buffer) else {
      surface.scanout.note(.composed(.otherCard), wanting: card)
      return composed(frame)
    }
    // A client gets the pixels of one composed picture.
    if isRead, isCovered { return composed(frame) }
    if isRead, lacksCopies(frame) { return .wait }
    return .plane(surface, below: isCovered ? top : nil)
  }

  private func obstacle(
    to surface: SurfaceFrame, on screen: ScanoutReference?, isObserved: Bool, isCovered: Bool
  ) -> SurfaceObstacle? {
    guard let screen else { return .driver }
    if isCovered, !screen.blends { return .covered }
    if surface.scanout.hasSeveralScreens { return .several }
    return isObserved ? .observed : nil
  }

  /// Composes the picture when its slow pixels are copied. Reading them here would delay the other screens.
  private func composed(_ frame: ResolvedFrame) -> Way { lacksCopies(frame) ? .wait : .compose }

  /// Whether copies are missing, which are requested.
  private func lacksCopies(_ frame: ResolvedFrame) -> Bool {
    var isMissing = false
    for layer in frame.layers {
      if case .frame(let surface) = layer.contents, surface.lacksCopy() { isMissing = true }
    }
    return isMissing
  }

  /// Whether a plane above that of a surface must be given back.
  func mustEndBlending(on screen: ScanoutReference?) -> Bool { isBlending && screen?.blends != true }

  mutating func submitted(_ surface: SurfaceFrame, below: Int?, on plane: UInt32) {
    inFlight = surface
    isBlending = below != nil
    if isBlending { blendingPauses.reset() } else { pauses.reset() }
    surface.scanout.note(.plane(plane), wanting: surface.scanout.card)
  }

  /// Records that the driver has refused to show the buffer.
  mutating func refused(_ surface: SurfaceFrame, below: Int?, at time: MonotonicTime) {
    if below == nil {
      resumes = time.advanced(by: pauses.next())
    } else {
      blendingResumes = time.advanced(by: blendingPauses.next())
    }
    surface.scanout.note(.composed(.refused), wanting: nil)
  }

  /// Records the layers of the next composed picture. Returns false if they are others than before, so that all of it differs.
  mutating func compose(above index: Int?) -> Bool {
    defer { composedAbove = index }
    return composedAbove == index
  }

  /// Records a flip to a composed picture.
  mutating func submittedComposed() { isBlending = false }

  /// Records the end of a flip, after which the plane shows the buffer in flight, or a composed one.
  mutating func flipped() {
    onScreen = inFlight
    inFlight = nil
  }
}
