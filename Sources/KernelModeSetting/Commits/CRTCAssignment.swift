/// Assigns a CRTC and a primary plane to each connector, earlier connectors first.
///
/// A simple choice of the first free CRTC could leave a connector dark although another choice serves it. So it finds a matching in a
/// bipartite graph by augmenting paths (Kuhn's algorithm). If possible, each connector keeps the CRTC that feeds it. Then the daemon can
/// take over a picture without a modeset.
public struct CRTCAssignment: Hashable, Sendable {
  /// A connector that needs a picture.
  public struct Wish: Hashable, Sendable {
    /// The connector.
    public var connector: ConnectorID
    /// The CRTCs that can feed it.
    public var possibleCRTCs: CRTCMask
    /// The CRTC that feeds it now, or fed it before; nil for none.
    public var preferredCRTC: CRTCID?

    /// Makes a wish.
    public init(connector: ConnectorID, possibleCRTCs: CRTCMask, preferredCRTC: CRTCID? = nil) {
      self.connector = connector
      self.possibleCRTCs = possibleCRTCs
      self.preferredCRTC = preferredCRTC
    }

    /// Makes the wish of a connector in its current state.
    public init(_ connector: ConnectorSnapshot) {
      self.init(
        connector: connector.id, possibleCRTCs: connector.possibleCRTCs, preferredCRTC: connector.currentCRTC)
    }
  }

  /// The objects of a connector.
  public struct Output: Hashable, Sendable {
    /// The connector.
    public var connector: ConnectorID
    /// Its CRTC.
    public var crtc: CRTCID
    /// The CRTC's primary plane; nil if the card lists none (legacy).
    public var plane: PlaneID?

    /// Makes an output.
    public init(connector: ConnectorID, crtc: CRTCID, plane: PlaneID?) {
      self.connector = connector
      self.crtc = crtc
      self.plane = plane
    }
  }

  /// The assignments of the served connectors, in the order of the wishes, without `lit`.
  public let outputs: [Output]
  /// The connectors without a free CRTC and plane.
  public let unserved: [ConnectorID]

  /// Serves as many connectors as possible.
  ///
  /// - Parameter lit: assignments that must stay, including CRTCs of other programs such as the console.
  /// - Parameter crtcs: the card's CRTCs.
  /// - Parameter planes: the card's planes. If none is primary, CRTCs need no plane (legacy).
  public init(wishes: [Wish], lit: [Output] = [], crtcs: [CRTCSnapshot], planes: [PlaneSnapshot]) {
    let takenCRTCs = Set(lit.map(\.crtc))
    let takenPlanes = Set(lit.compactMap(\.plane))
    let primaries = planes.filter { $0.kind == .primary }
    let free = primaries.filter { !takenPlanes.contains($0.id) && $0.formats.contains(.xrgb8888) }
    var usable = crtcs.filter { !takenCRTCs.contains($0.id) }
    while true {
      let chosen = Self.match(
        wishes.map { wish in usable.filter { wish.possibleCRTCs.contains(index: $0.index) } },
        preferred: wishes.map { wish in usable.first { $0.id == wish.preferredCRTC } })
      let served = chosen.compactMap { $0 }
      var planeOf: [CRTCID: PlaneID] = [:]
      if !primaries.isEmpty {
        let matched = Self.match(
          served.map { Self.planes(for: $0, among: free) },
          preferred: served.map { crtc in free.first { $0.currentCRTC == crtc.id } })
        if let missing = matched.firstIndex(of: nil) {
          // No plane is left for this CRTC: try again without it.
          usable.removeAll { $0.id == served[missing].id }
          continue
        }
        for (crtc, plane) in zip(served, matched) { planeOf[crtc.id] = plane?.id }
      }
      outputs = zip(wishes, chosen).compactMap { wish, crtc in
        crtc.map { Output(connector: wish.connector, crtc: $0.id, plane: planeOf[$0.id]) }
      }
      unserved = zip(wishes, chosen).compactMap { wish, crtc in crtc == nil ? wish.connector : nil }
      return
    }
  }

  /// The primary planes for a CRTC.
  ///
  /// Planes that fit the fewest CRTCs come first.
  private static func planes(for crtc: CRTCSnapshot, among planes: [PlaneSnapshot]) -> [PlaneSnapshot] {
    planes.filter { $0.possibleCRTCs.contains(index: crtc.index) }.sorted { left, right in
      let leftCount = left.possibleCRTCs.rawValue.nonzeroBitCount
      let rightCount = right.possibleCRTCs.rawValue.nonzeroBitCount
      return leftCount == rightCount ? left.id < right.id : leftCount < rightCount
    }
  }

  /// Assigns different right nodes to as many left nodes as possible.
  ///
  /// It first finds the served left nodes, and then prefers their wishes.
  private static func match<Right: Hashable>(_ candidates: [[Right]], preferred: [Right?]) -> [Right?] {
    var holder: [Right: Int] = [:]
    func serve(_ left: Int, _ visited: inout Set<Right>) -> Bool {
      if let right = candidates[left].first(where: { holder[$0] == nil }) {
        holder[right] = left
        return true
      }
      for right in candidates[left] where visited.insert(right).inserted {
        if let other = holder[right], serve(other, &visited) {
          holder[right] = left
          return true
        }
      }
      return false
    }
    func serve(_ left: Int) -> Bool {
      var visited: Set<Right> = []
      return serve(left, &visited)
    }
    let served = candidates.indices.filter { serve($0) }
    holder = [:]
    var waiting: [Int] = []
    for left in served {
      if let right = preferred[left], holder[right] == nil, candidates[left].contains(right) {
        holder[right] = left
      } else {
        waiting.append(left)
      }
    }
    for left in waiting { _ = serve(left) }
    var chosen = [Right?](repeating: nil, count: candidates.count)
    for (right, left) in holder { chosen[left] = right }
    return chosen
  }
}
