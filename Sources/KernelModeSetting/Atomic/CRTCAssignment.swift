/// Which CRTC and which primary plane each connector gets.
///
/// Pure.
///
/// Each connector can be fed by some CRTCs, each CRTC needs a primary plane of its own, and what is lit already must not move,
/// for that would blank it. Taking the first free CRTC for each would leave a connector dark that another order could have lit: it
/// is a matching in a bipartite graph, found by augmenting paths (Kuhn's algorithm). Connectors that come first in the
/// list are served first, and each gets the CRTC that feeds it already where that is free, so that a picture can be taken over
/// without a modeset.
public struct CRTCAssignment: Hashable, Sendable {
  /// A connector that wants a picture.
  public struct Wish: Hashable, Sendable {
    /// The connector.
    public var connector: ConnectorID
    /// The CRTCs that can feed it.
    public var possibleCRTCs: CRTCMask
    /// The CRTC that it had, or that feeds it now; nil for none.
    public var preferredCRTC: CRTCID?

    /// Makes a wish.
    public init(connector: ConnectorID, possibleCRTCs: CRTCMask, preferredCRTC: CRTCID? = nil) {
      self.connector = connector
      self.possibleCRTCs = possibleCRTCs
      self.preferredCRTC = preferredCRTC
    }

    /// The wish of a connector as it stands.
    public init(_ connector: ConnectorSnapshot) {
      self.init(
        connector: connector.id, possibleCRTCs: connector.possibleCRTCs, preferredCRTC: connector.currentCRTC)
    }
  }

  /// What a connector has or gets.
  public struct Output: Hashable, Sendable {
    /// The connector.
    public var connector: ConnectorID
    /// Its CRTC.
    public var crtc: CRTCID
    /// The CRTC's primary plane; nil where the card lists none (legacy).
    public var plane: PlaneID?

    /// Makes an output.
    public init(connector: ConnectorID, crtc: CRTCID, plane: PlaneID?) {
      self.connector = connector
      self.crtc = crtc
      self.plane = plane
    }
  }

  /// What each served connector gets, in the order of the wishes; what was lit is not in it.
  public let outputs: [Output]
  /// The connectors for which nothing is left.
  public let unserved: [ConnectorID]

  /// Serves as many wishes as can be.
  ///
  /// - Parameter lit: what must stay as it is; also CRTCs that are someone else's, such as the console's.
  /// - Parameter crtcs: the card's CRTCs.
  /// - Parameter planes: the card's planes; where none is a primary one, CRTCs need none (legacy).
  public init(wishes: [Wish], lit: [Output] = [], crtcs: [CRTCSnapshot], planes: [PlaneSnapshot]) {
    let takenCRTCs = Set(lit.map(\.crtc))
    let takenPlanes = Set(lit.compactMap(\.plane))
    let primaries = planes.filter { $0.kind == .primary }
    let free = primaries.filter { !takenPlanes.contains($0.id) && $0.formats.contains(.xrgb8888) }
    var usable = crtcs.filter { !takenCRTCs.contains($0.id) }
    while true {
      let chosen = Self.match(wishes.map { Self.candidates(of: $0, among: usable) })
      let served = chosen.compactMap { $0 }
      if primaries.isEmpty {
        (outputs, unserved) = Self.result(wishes, chosen, planes: [:])
        return
      }
      let planeOf = Self.match(served.map { crtc in Self.planes(for: crtc, among: free) })
      guard let missing = planeOf.firstIndex(of: nil) else {
        let pairs = zip(served, planeOf).compactMap { crtc, plane in plane.map { (crtc.id, $0.id) } }
        (outputs, unserved) = Self.result(wishes, chosen, planes: Dictionary(pairs) { first, _ in first })
        return
      }
      // No plane is left for this CRTC: look for a way around it.
      usable.removeAll { $0.id == served[missing].id }
    }
  }

  /// The CRTCs for a wish, the preferred one first.
  private static func candidates(of wish: Wish, among crtcs: [CRTCSnapshot]) -> [CRTCSnapshot] {
    let possible = crtcs.filter { wish.possibleCRTCs.contains(index: $0.index) }
    return possible.filter { $0.id == wish.preferredCRTC } + possible.filter { $0.id != wish.preferredCRTC }
  }

  /// The primary planes for a CRTC: the one it shows already, then those that fit the fewest CRTCs.
  private static func planes(for crtc: CRTCSnapshot, among planes: [PlaneSnapshot]) -> [PlaneSnapshot] {
    planes.filter { $0.possibleCRTCs.contains(index: crtc.index) }.sorted { left, right in
      let isLeftShown = left.currentCRTC == crtc.id
      if isLeftShown != (right.currentCRTC == crtc.id) { return isLeftShown }
      let leftCount = left.possibleCRTCs.rawValue.nonzeroBitCount
      let rightCount = right.possibleCRTCs.rawValue.nonzeroBitCount
      return leftCount == rightCount ? left.id < right.id : leftCount < rightCount
    }
  }

  /// For each left node one of its right nodes, none given twice, as many as can be; a node once served stays served.
  private static func match<Right: Hashable>(_ candidates: [[Right]]) -> [Right?] {
    var holder: [Right: Int] = [:]
    func serve(_ left: Int, _ visited: inout Set<Right>) -> Bool {
      for right in candidates[left] where visited.insert(right).inserted {
        guard let other = holder[right] else {
          holder[right] = left
          return true
        }
        if serve(other, &visited) {
          holder[right] = left
          return true
        }
      }
      return false
    }
    for left in candidates.indices {
      // First what is free as it is, so that nobody is moved away from a preferred one without need.
      if let right = candidates[left].first, holder[right] == nil {
        holder[right] = left
        continue
      }
      var visited: Set<Right> = []
      _ = serve(left, &visited)
    }
    var chosen = [Right?](repeating: nil, count: candidates.count)
    for (right, left) in holder { chosen[left] = right }
    return chosen
  }

  private static func result(
    _ wishes: [Wish], _ chosen: [CRTCSnapshot?], planes: [CRTCID: PlaneID]
  ) -> ([Output], [ConnectorID]) {
    var outputs: [Output] = []
    var unserved: [ConnectorID] = []
    for (wish, crtc) in zip(wishes, chosen) {
      if let crtc {
        outputs.append(Output(connector: wish.connector, crtc: crtc.id, plane: planes[crtc.id]))
      } else {
        unserved.append(wish.connector)
      }
    }
    return (outputs, unserved)
  }
}
