package import Composition
package import ContentModel
package import DisplayTypes

/// A transition as animations that begin and end at exact moments.
package nonisolated struct TransitionMotion {
  /// On the screens' clock, or since `origin`.
  let start: MonotonicTime
  /// The first refresh of a transition that begins with it; nil for one at a fixed moment.
  let origin: AnimationOrigin?
  /// In nanoseconds; 0 for a cut.
  let length: UInt64
  private let description: TransitionDescription
  private let size: PointSize

  /// The number of straight pieces that approximate a curve.
  private static let steps = 32

  /// - Parameter isReduced: whether pictures fade instead of moving over the screen.
  init(_ transition: TransitionDescription, start: MonotonicTime, size: PointSize, isReduced: Bool) {
    self.init(transition, start: start, origin: nil, size: size, isReduced: isReduced)
  }

  /// A transition that begins with the first refresh that shows it.
  package init(_ transition: TransitionDescription, origin: AnimationOrigin, size: PointSize) {
    self.init(transition, start: .zero, origin: origin, size: size, isReduced: false)
  }

  private init(
    _ transition: TransitionDescription, start: MonotonicTime, origin: AnimationOrigin?, size: PointSize,
    isReduced: Bool
  ) {
    var description = transition
    switch transition.kind {
    case .cut, .crossfade: break
    case .slide, .wipe, .push: if isReduced { description.kind = .crossfade }
    }
    self.description = description
    self.start = start
    self.origin = origin
    self.size = size
    let milliseconds = min(max(0, description.milliseconds), TransitionDescription.longestMilliseconds)
    length = description.kind == .cut ? 0 : UInt64(milliseconds) * 1_000_000
  }

  /// The moment from which the old picture is invisible.
  var end: MonotonicTime { start.advanced(by: length) }

  package var incoming: [LayerAnimation] {
    guard length > 0 else { return [Self.step(at: start, from: 0, to: 1)] }
    switch description.kind {
    case .cut: return [Self.step(at: start, from: 0, to: 1)]
    case .crossfade: return [animation(.opacity(shares))]
    // Before the transition the picture is just outside the region, which clips it.
    case .slide, .push, .wipe: return [animation(.offset(shares.map { offset(-(1 - $0)) }))]
    }
  }

  /// Keeps the new picture in place while the edge that reveals it moves.
  package var counter: [LayerAnimation] {
    length > 0 && description.kind == .wipe ? [animation(.offset(shares.map { offset(1 - $0) }))] : []
  }

  /// Removes the old picture at the end of the transition.
  package var outgoing: [LayerAnimation] {
    var gone = Self.step(at: end, from: 1, to: 0)
    gone.origin = origin
    guard length > 0, description.kind == .push else { return [gone] }
    return [animation(.offset(shares.map { offset($0) })), gone]
  }

  /// One value before a moment, and another from that moment on.
  static func step(at time: MonotonicTime, from: Double, to: Double) -> LayerAnimation {
    LayerAnimation(property: .opacity([from, to]), clock: .time(start: time.reversed(by: 1), period: 1))
  }

  private func animation(_ property: LayerAnimation.AnimatedProperty) -> LayerAnimation {
    var animation = LayerAnimation(property: property, clock: .time(start: start, period: length))
    animation.origin = origin
    return animation
  }

  /// The completed share of the way at each step.
  private var shares: [Double] {
    (0...Self.steps).map { Self.eased(Double($0) / Double(Self.steps), description.curve) }
  }

  /// The offset of a picture that fills the region, at a share of the way.
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
