public import DisplayTypes
internal import Timeline

/// Finds out what a content shows at a time, without playing it: pictures are tried, as a player does, so that what cannot be shown is known.
public final class MomentQuestion {
  private let content: ContentDescription
  private let board: PlayBoard
  private var searches: [MomentSearch] = []

  /// Makes a question about a content.
  ///
  /// - Parameter isNow: whether it is about the present, and not about a time that was named.
  public init(_ content: ContentDescription, _ resources: ContentResources, isNow: Bool = false) {
    // What is only asked for is not played, and nothing of it passed over.
    var resources = resources
    resources.plays = nil
    // A code is for whoever stands before the screen.
    resources.setup = resources.setup.withoutCode(isSeen: isNow)
    self.content = content
    board = PlayBoard(content, resources)
  }

  /// Calls back once, perhaps at once; lives until then.
  ///
  /// - Parameters:
  ///   - geometry: of the screen; nil where that is not known, and no picture is tried.
  ///   - trustsClock: whether the time of day is taken for right, as for a time that is asked for.
  public func ask(
    at time: WallTime, on geometry: OutputGeometry?, trustsClock: Bool, completion: @escaping (ContentReport) -> Void
  ) {
    board.open()
    if trustsClock { board.takeClockForRight() }
    board.whenReady { [self] in
      look(at: content, nil, on: geometry, time) { [self] moments in
        let report = ContentReport(moments: moments, troubles: board.troubles(on: geometry))
        searches = []
        board.close()
        completion(report)
      }
    }
  }

  private func look(
    at content: ContentDescription, _ region: String?, on geometry: OutputGeometry?, _ time: WallTime,
    completion: @escaping ([ShownMoment]) -> Void
  ) {
    func found(_ moment: PlayMoment) {
      guard let layout = moment.leaf.arrangement else { return completion([ShownMoment(moment, region: region)]) }
      look(at: layout, in: moment.item, on: geometry, time, completion)
    }
    guard let geometry else { return found(Timeline.moment(of: content, at: time, in: board.context)) }
    let search = MomentSearch(content, on: geometry, board: board, at: time, makesOnlyPictures: true) {
      found($0.moment)
    }
    searches.append(search)
    search.begin()
  }

  private func look(
    at layout: LayoutDescription, in item: String, on geometry: OutputGeometry?, _ time: WallTime,
    _ completion: @escaping ([ShownMoment]) -> Void
  ) {
    let regions = layout.regions.prefix(LayoutDescription.mostRegions)
    var found: [Int: [ShownMoment]] = [:]
    for (index, region) in regions.enumerated() {
      let place = geometry.map { RegionPlace(region, in: $0).geometry }
      look(at: region.content, region.name ?? "\(index + 1)", on: place, time) { moments in
        found[index] = moments.map { inner in
          var shown = inner
          shown.moment.item = [item, inner.moment.item].filter { !$0.isEmpty }.joined(separator: "/")
          return shown
        }
        guard found.count == regions.count else { return }
        completion(found.sorted { $0.key < $1.key }.flatMap(\.value))
      }
    }
    if regions.isEmpty { completion([]) }
  }
}
