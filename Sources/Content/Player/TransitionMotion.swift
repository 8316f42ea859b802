internal import Composition
internal import ContentModel
internal import DisplayTypes

/// A transition as animations that begin and end at exact moments.
nonisolated struct TransitionMotion {
  /// When it begins, on the screens' clock.
  let start: MonotonicTime
  /// In nanoseconds; 0 for a cut.
  let length: UInt64
  private let description: TransitionDescription
  private let size: PointSize

  /// A curve between two of these many steps is a straight line.
  private static let steps = 32

  /// - Parameters:
  ///   - size: of the region, in points.
  ///   - isReduced: what would move over the screen fades.
  init(_ transition: TransitionDescription, start: MonotonicTime, size: PointSize, isReduced: Bool) {
    var description = transition
    switch transition.kind {
    case .cut, .crossfade: break
    case .slide, .wipe, .push: if isReduced { description.kind = .crossfade }
    }
    self.description = description
    self.start = start
    self.size = size
    let milliseconds = min(max(0, description.milliseconds), TransitionDescription.longestMilliseconds)
    length = description.kind == .cut ? 0 : UInt64(milliseconds) * 1_000_000
  }

  /// When nothing of the old picture is seen any more.
  var end: MonotonicTime { start.advanced(by: length) }

  /// Whether the new picture stands still, and an edge lays it open.
  var lays: Bool { length > 0 && description.kind == .wipe }

  /// How the new picture comes in.
  var incoming: [LayerAnimation] {
    guard length > 0 else { return [Self.step(at: start, from: 0, to: 1)] }
    switch description.kind {
    case .cut: return [Self.step(at: start, from: 0, to: 1)]
    case .crossfade: return [animation(.opacity(shares))]
    // Until it begins it stands just outside; a region that clips shows nothing of it.
    case .slide, .push, .wipe: return [animation(.offset(shares.map { offset(-(1 - $0)) }))]
    }
  }

  /// What holds the new picture in its place while the edge that lays it open moves.
  var counter: [LayerAnimation] {
    lays ? [animation(.offset(shares.map { offset(1 - $0) }))] : []
  }

  /// How what was there goes: it is gone when the transition ends.
  var outgoing: [LayerAnimation] {
    let gone = Self.step(at: end, from: 1, to: 0)
    guard length > 0, description.kind == .push else { return [gone] }
    return [animation(.offset(shares.map { offset($0) })), gone]
  }

  /// One value until a moment, and another from it on.
  static func step(at time: MonotonicTime, from: Double, to: Double) -> LayerAnimation {
    LayerAnimation(property: .opacity([from, to]), clock: .time(start: time.reversed(by: 1), period: 1))
  }

  private func animation(_ property: LayerAnimation.Property) -> LayerAnimation {
    LayerAnimation(property: property, clock: .time(start: start, period: length))
  }

  /// How far it has come at each of the steps.
  private var shares: [Double] {
    (0...Self.steps).map { Self.eased(Double($0) / Double(Self.steps), description.curve) }
  }

  /// A part of the way that a picture takes that fills the region.
  private func offset(_ share: Double) -> PointOffset {
    switch description.direction {
    case .left: PointOffset(x: -share * size.width, y: 0)
    case .right: PointOffset(x: share * size.width, y: 0)
    case .up: PointOffset(x: 0, y: -share * size.height)
    case .down: PointOffset(x: 0, y: share * size.height)
    }
  }

  static func eased(_ share: Double, _ curve: TransitionDescription.Curve) -> Double {
    switch curve {
    case .linear: share
    case .easeIn: share * share
    case .easeOut: share * (2 - share)
    case .easeInOut: share * share * (3 - 2 * share)
    }
  }
}
