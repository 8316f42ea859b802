public import DisplayTypes
internal import EDID

/// Remembers the last look at the connectors and says what a new one means.
///
/// Out come screens that went, came and changed, and when to look again. Pure; the time is handed in.
public struct ConnectorScanner: Sendable {
  /// The connected screens, in the order of their arrival.
  public private(set) var screens: [ScreenSnapshot] = []
  private var settlings: [ScreenID: EDIDSettling] = [:]
  private let connectorsWithEDID: Set<String>
  /// What the last look at each connector found.
  private var found: [ScreenID: ProbedConnector] = [:]
  private var news = LookFindings(time: .zero)

  /// Nothing was looked at yet.
  ///
  /// - Parameter connectorsWithEDID: the names of connectors on which a display has had an EDID in an earlier life of the daemon.
  public init(connectorsWithEDID: Set<String> = []) {
    self.connectorsWithEDID = connectorsWithEDID
  }

  /// A look at every connector has ended.
  ///
  /// Those that are not in it are gone, as those of a dock.
  /// Of two entries with the same number the first counts. Writeback connectors are no displays: leave them out.
  public mutating func lookedAtAll(_ connectors: [ProbedConnector], at now: MonotonicTime) -> [ScreenChange] {
    var seen: Set<ScreenID> = []
    let unique = connectors.filter { seen.insert($0.id).inserted }
    // What a connector once had is forgotten with it: its number is never used again.
    settlings = settlings.filter { seen.contains($0.key) }
    for (id, connector) in found where !seen.contains(id) {
      news.gone.append(connector.name)
      found[id] = nil
    }
    let found = unique.compactMap { settle($0, at: now) }
    var byID: [ScreenID: ScreenSnapshot] = [:]
    for screen in found { byID[screen.id] = screen }
    let known = Set(screens.map(\.id))
    return replaceScreens(with: screens.compactMap { byID[$0.id] } + found.filter { !known.contains($0.id) })
  }

  /// A look at one connector has ended; all others stay as they were.
  public mutating func looked(at connector: ProbedConnector, at now: MonotonicTime) -> [ScreenChange] {
    looked(at: [connector], at: now)
  }

  /// Looks at some connectors have ended; all others stay as they were.
  ///
  /// Those of them that came are told of in this order.
  public mutating func looked(at connectors: [ProbedConnector], at now: MonotonicTime) -> [ScreenChange] {
    var next = screens
    for connector in connectors {
      let found = settle(connector, at: now)
      let index = next.firstIndex { $0.id == connector.id }
      switch (index, found) {
      case (let index?, let found?): next[index] = found
      case (let index?, nil): next.remove(at: index)
      case (nil, let found?): next.append(found)
      case (nil, nil): break
      }
    }
    return replaceScreens(with: next)
  }

  /// An event came that tells of one connector, or with nil of no particular one: the back-off of those that have not settled
  /// begins anew.
  public mutating func hotplugged(_ id: ScreenID? = nil) {
    news.hotplugs = min(news.hotplugs + 1, LookFindings.mostHotplugs)
    for key in id.map({ [$0] }) ?? Array(settlings.keys) { settlings[key]?.hotplugged() }
  }

  /// Takes what looks have found since the last time; nil where that is what was known.
  public mutating func takeNews(at now: MonotonicTime) -> LookFindings? {
    guard !news.connectors.isEmpty || !news.gone.isEmpty else { return nil }
    var taken = LookFindings(time: now)
    swap(&taken, &news)
    taken.time = now
    return taken
  }

  /// When the next look is due; nil where every screen has settled, or is being looked at.
  public var nextProbe: MonotonicTime? {
    settlings.values.compactMap(\.nextProbe).min()
  }

  /// Takes the connectors whose look is due, in rising order.
  ///
  /// They are not due again before that look has ended, however long
  /// it takes.
  public mutating func takeDue(at now: MonotonicTime) -> [ScreenID] {
    let due = settlings.filter { entry in entry.value.nextProbe.map { $0 <= now } ?? false }.keys.sorted()
    for id in due { settlings[id]?.probeBegan() }
    return due
  }

  /// Differences between two looks: disconnected, connected, changed, in that order.
  ///
  /// A screen that is in both and differs in anything, its EDID, its modes or its link, has changed.
  public static func changes(from old: [ScreenSnapshot], to new: [ScreenSnapshot]) -> [ScreenChange] {
    var before: [ScreenID: ScreenSnapshot] = [:]
    for screen in old { before[screen.id] = screen }
    let kept = Set(new.map(\.id))
    let gone = old.filter { !kept.contains($0.id) }.map { ScreenChange.disconnected($0.id) }
    let came = new.filter { before[$0.id] == nil }.map { ScreenChange.connected($0) }
    let changed = new.filter { screen in before[screen.id].map { $0 != screen } ?? false }
      .map { ScreenChange.changed($0) }
    return gone + came + changed
  }

  private mutating func settle(_ connector: ProbedConnector, at now: MonotonicTime) -> ScreenSnapshot? {
    var settling = settlings[connector.id] ?? EDIDSettling(hasHadEDID: connectorsWithEDID.contains(connector.name))
    settling.probed(connector.finding, at: now)
    settlings[connector.id] = settling
    if found[connector.id] != connector {
      found[connector.id] = connector
      news.connectors.append(connector)
    }
    return connector.isConnected ? connector.snapshot(edidState: settling.state) : nil
  }

  private mutating func replaceScreens(with next: [ScreenSnapshot]) -> [ScreenChange] {
    let changes = ConnectorScanner.changes(from: screens, to: next)
    screens = next
    return changes
  }
}

extension ProbedConnector {
  /// What counts for settling.
  public var finding: EDIDSettling.Finding {
    EDIDSettling.Finding(
      isConnected: isConnected, alwaysHasEDID: alwaysHasEDID, hasReadableEDID: hasReadableEDID,
      hasModes: !modes.isEmpty)
  }
}

/// What one look at a connector found.
///
/// A backend fills it in; what it means is `ConnectorScanner`'s to say.
public struct ProbedConnector: Hashable, Sendable {
  /// The connector, for as long as the daemon runs.
  ///
  /// Another display on it keeps the number.
  public var id: ScreenID
  /// The connector's name, as `HDMI-A-1`: unique on the machine.
  public var name: String
  /// The device file of its card, as `/dev/dri/card0`, or `simulated`.
  public var device: String
  /// Built into the machine or plugged in.
  public var placement: ConnectorPlacement
  /// Whether every display on a connector of this kind has an EDID (HDMI, DVI, DisplayPort), so that a missing one is late.
  public var alwaysHasEDID: Bool
  /// Whether a display is there.
  public var isConnected: Bool
  /// The modes in the kernel's order; its guess, where the EDID could not be read.
  public var modes: [ScreenMode]
  /// The EDID's bytes as they came; empty where there are none.
  public var edid: [UInt8] {
    didSet { readEDID = ProbedConnector.read(edid) }
  }
  /// The size that the kernel knows without an EDID, as of panels that a device tree describes.
  public var physicalSize: PhysicalSize?
  /// The kernel says that this is no display for a picture.
  public var isNonDesktop: Bool
  /// The link failed training (`link-status` is BAD).
  public var isLinkBad: Bool
  /// The path of a DisplayPort MST connector; empty elsewhere.
  public var path: String
  /// Read once, since it is asked for several times a look.
  private var readEDID: EDID?

  /// Makes a finding; what is not named is unknown or not so.
  public init(
    id: ScreenID, name: String, device: String, placement: ConnectorPlacement = .external, alwaysHasEDID: Bool,
    isConnected: Bool, modes: [ScreenMode] = [], edid: [UInt8] = [], physicalSize: PhysicalSize? = nil,
    isNonDesktop: Bool = false, isLinkBad: Bool = false, path: String = ""
  ) {
    self.id = id
    self.name = name
    self.device = device
    self.placement = placement
    self.alwaysHasEDID = alwaysHasEDID
    self.isConnected = isConnected
    self.modes = modes
    self.edid = edid
    self.physicalSize = physicalSize
    self.isNonDesktop = isNonDesktop
    self.isLinkBad = isLinkBad
    self.path = path
    readEDID = ProbedConnector.read(edid)
  }

  /// Whether the bytes are an EDID.
  public var hasReadableEDID: Bool { readEDID != nil }

  /// The screen that the upper layers see.
  ///
  /// Bytes that are no EDID are left out, so that rubbish which differs from look to look is no change.
  public func snapshot(edidState: EDIDState) -> ScreenSnapshot {
    let read = readEDID
    return ScreenSnapshot(
      id: id, name: name, device: device, placement: placement, identity: read?.displayIdentity ?? .unknown,
      physicalSize: read?.physicalSize ?? physicalSize, modes: modes, edid: read == nil ? [] : edid,
      edidState: edidState, isNonDesktop: isNonDesktop || (read?.isNonDesktop ?? false), isLinkBad: isLinkBad,
      path: path)
  }

  private static func read(_ edid: [UInt8]) -> EDID? {
    edid.isEmpty ? nil : try? EDID(bytes: edid)
  }
}

/// What a look at the connectors found that the looks before it had not: what can be kept and played again.
public struct LookFindings: Hashable, Sendable {
  /// When the look ended.
  public var time: MonotonicTime
  /// Events that said "look", since the news before.
  public var hotplugs: Int
  /// Connectors that were not there before, or at which something else was found, in the order in which they were looked at.
  public var connectors: [ProbedConnector]
  /// The names of connectors that are no more.
  public var gone: [String]

  /// More events are counted as so many.
  static let mostHotplugs = 1_000_000

  /// Makes news from its parts.
  public init(time: MonotonicTime, hotplugs: Int = 0, connectors: [ProbedConnector] = [], gone: [String] = []) {
    self.time = time
    self.hotplugs = hotplugs
    self.connectors = connectors
    self.gone = gone
  }
}
