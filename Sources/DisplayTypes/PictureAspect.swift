/// The shape of the picture that a mode announces to a TV (CTA-861 AVI InfoFrame).
public enum PictureAspect: String, Hashable, Sendable, CaseIterable {
  case fourByThree = "4:3"
  case sixteenByNine = "16:9"
  case sixtyFourByTwentySeven = "64:27"
  case twoFiftySixByOneThirtyFive = "256:135"

  /// Width divided by height.
  public var ratio: Double {
    switch self {
    case .fourByThree: 4.0 / 3.0
    case .sixteenByNine: 16.0 / 9.0
    case .sixtyFourByTwentySeven: 64.0 / 27.0
    case .twoFiftySixByOneThirtyFive: 256.0 / 135.0
    }
  }
}
