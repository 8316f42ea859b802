public import DisplayTypes

/// What has yet to be handed to scenes: motion that a later one makes needless is left out, and goes out sixty times a second at most.
///
/// So a touch screen that tells of a thousand places a second costs the daemon sixty calls, and a press still goes out at once.
public struct InputQueue {
  /// Between two calls that tell of nothing but motion.
  public static let pauseNanoseconds: UInt64 = 16_000_000
  /// More than this was not taken by anybody: all of it is dropped, since a part of it would make no sense.
  public static let capacity = 256
  /// Whether something was dropped for that reason, since this was last set to false.
  public var hasOverflowed = false

  private var inputs: [SceneInput] = []
  private var lastTime = MonotonicTime.zero

  /// Makes an empty one.
  public init() {}

  /// When `take` has something to give; nil for never.
  public var deadline: MonotonicTime? {
    guard !inputs.isEmpty else { return nil }
    return inputs.contains { !$0.isMotion } ? .zero : lastTime.advanced(by: Self.pauseNanoseconds)
  }

  /// Adds something; motion takes the place of the motion before it.
  public mutating func add(_ input: SceneInput) {
    if input.isMotion,
      let index = inputs.lastIndex(where: { $0.session == input.session && $0.concernsSame(as: input) }),
      inputs[index].isMotion
    {
      inputs[index] = input
      return
    }
    if inputs.count >= Self.capacity {
      inputs = []
      hasOverflowed = true
    }
    inputs.append(input)
  }

  /// Takes what is due by now, in order; what stands together is one call (`SceneInput.call`).
  public mutating func take(_ now: MonotonicTime) -> [[SceneInput]] {
    guard let deadline, deadline <= now else { return [] }
    lastTime = now
    var groups: [[SceneInput]] = []
    var group: [SceneInput] = []
    for input in inputs {
      let belongs = group.first.map { first in
        guard case .touch = first, case .touch = input else { return false }
        return first.session == input.session && !group.contains { $0.concernsSame(as: input) }
      }
      if belongs == false {
        groups.append(group)
        group = []
      }
      group.append(input)
    }
    groups.append(group)
    inputs = []
    return groups
  }

  /// Forgets everything: there is nobody to hand it to.
  public mutating func clear() {
    inputs = []
  }

  /// Forgets what is meant for a session.
  public mutating func clear(_ session: String) {
    inputs.removeAll { $0.session == session }
  }
}
