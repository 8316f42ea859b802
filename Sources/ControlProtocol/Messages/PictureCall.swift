/// A call that changes a picture and so is answered after the flip that shows the change.
public protocol PictureCall: ControlParameters {
  /// Whether to answer at once instead; nil for no.
  var noWait: Bool? { get }
}

extension PictureCall {
  /// Whether the answer waits for the flip.
  public var waitsForFlip: Bool { noWait != true }
}
