public import ControlProtocol

/// A picture of a slide or of its notes, at a place of the screen.
public struct PlacedPicture: Hashable, Sendable {
  /// The slide's number, from 1.
  public var page: Int
  /// What of it.
  public var part: TalkPart
  /// The cells that it may take; it keeps its shape and is put into their middle.
  public var area: CellArea

  /// Makes one from its fields.
  public init(page: Int, part: TalkPart = .slide, area: CellArea) {
    self.page = page
    self.part = part
    self.area = area
  }
}
