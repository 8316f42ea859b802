/// Whether things are to move over the screen, shared by all contents; may change at any time.
public final class MotionPreference {
  /// What would move stands or fades instead, from the next time on.
  public var isReduced: Bool

  init(isReduced: Bool) {
    self.isReduced = isReduced
  }
}
