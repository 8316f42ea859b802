internal import Timeline

extension PlayLeaf {
  /// What makes a leaf: where one keeps somebody waiting, another may be there at once.
  enum Maker {
    /// The rasteriser, perhaps with files too.
    case texts
    /// What opens pictures and documents.
    case files
    /// Nobody: it is there at once.
    case nobody
  }

  var maker: Maker {
    switch self {
    case .banner, .face, .ticker, .qrCode, .layout, .card: .texts
    case .image, .page: .files
    case .color, .pattern, .powerOff, .nothing: .nobody
    }
  }
}
