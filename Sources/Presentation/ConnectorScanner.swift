package import DisplayTypes
internal import EDID

/// Compares each probe of the connectors with the last one. It reports screens that have gone, come and changed, and the time of the next
/// probe. Pure; the time is a parameter.
package struct ConnectorScanner: Sendable {
  /// The connected screens, in the order of their arrival.
  package private(set) var screens: [ScreenSnapshot] = []
  private var settlings: [ScreenID: EDIDSettling] = [:]
  private let connectorsWithEDID: Set<String>
  private var found: [ScreenID: ProbedConnector] = [:]
  private var news = ProbeFindings(time: .zero)

  /// A scanner before the first probe.
  ///
  /// - Parameter connectorsWithEDID: the connectors with a display that had an EDID in an earlier process.
  package init(connectorsWithEDID: Set<String> = []) { self.connectorsWithEDID = connectorsWithEDID }

  /// Takes the result of a probe of every connector; returns the changes of the screens. Missing connectors are gone, such as those of a
  /// dock. Of two entries with the same number, the first counts. Leave out writeback connectors, because they are not displays.
  package mutating func didProbeAll(_ connectors: [ProbedConnector], at now: MonotonicTime) -> [ScreenChange] {
    var seen: Set<ScreenID> = []
    let unique = connectors.filter { seen.insert($0.id).inserted }
    // The history of a connector is removed with it, because its number is never used again.
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

  /// Takes the results of probes of some connectors; all others stay, and new ones come last, in this order.
  package mutating func didProbe(_ connectors: [ProbedConnector], at now: MonotonicTime) -> [ScreenChange] {
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

  /// Records that a modeset has trained a link that was bad; returns the change of the screen. If the link fails again before the next probe,
  /// that probe finds a new failure.
  package mutating func linkWasTrained(_ id: ScreenID) -> [ScreenChange] {
    guard found[id]?.isLinkBad == true else { return [] }
    found[id]?.isLinkBad = false
    if let connector = found[id] { news.connectors.append(connector) }
    var next = screens
    for index in next.indices where next[index].id == id { next[index].isLinkBad = false }
    return replaceScreens(with: next)
  }

  /// Handles a hotplug event of one connector, or with nil of all. It restarts the back-off of connectors that have not settled.
  package mutating func hotplugged(_ id: ScreenID? = nil) {
    news.hotplugs = min(news.hotplugs + 1, ProbeFindings.maxHotplugs)
    for key in id.map({ [$0] }) ?? Array(settlings.keys) { settlings[key]?.hotplugged() }
  }

  /// Removes and returns the findings since the last call; nil if there are none.
  package mutating func takeFindings(at now: MonotonicTime) -> ProbeFindings? {
    guard !news.connectors.isEmpty || !news.gone.isEmpty else { return nil }
    var taken = ProbeFindings(time: now)
    swap(&taken, &news)
    taken.time = now
    return taken
  }

  /// The time of the next probe; nil if each screen has settled or is being probed.
  package var nextProbe: MonotonicTime? { settlings.values.compactMap(\.nextProbe).min() }

  /// Removes and returns the connectors whose probe is due, in ascending order. They are not due again before the probe has ended.
  package mutating func takeDue(at now: MonotonicTime) -> [ScreenID] {
    let due = settlings.filter { entry in entry.value.nextProbe.map { $0 <= now } ?? false }.keys.sorted()
    for id in due { settlings[id]?.probeBegan() }
    return due
  }

  /// Differences between two probes: disconnected, connected, changed, in that order.
  package static func changes(from old: [ScreenSnapshot], to new: [ScreenSnapshot]) -> [ScreenChange] {
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
  var finding: EDIDSettling.Finding {
    EDIDSettling.Finding(
      isConnected: isConnected, alwaysHasEDID: alwaysHasEDID, hasReadableEDID: hasReadableEDID,
      hasModes: !modes.isEmpty)
  }
}

/// The result of a probe of one connector: a backend fills it in, and `ConnectorScanner` interprets it.
package struct ProbedConnector: Hashable, Sendable {
  /// The number stays if another display is plugged in.
  package var id: ScreenID
  package var name: String
  /// Such as `/dev/dri/card0`, or `simulated`.
  package var device: String
  package var placement: ConnectorPlacement
  /// True for HDMI, DVI and DisplayPort. If the EDID is missing there, it is late.
  package var alwaysHasEDID: Bool
  package var isConnected: Bool
  /// The modes in the kernel's order. If the EDID could not be read, they are the kernel's guess.
  package var modes: [ScreenMode]
  package var edid: [UInt8] {
    didSet { readEDID = ProbedConnector.read(edid) }
  }
  /// The size that the kernel knows without an EDID, for example of a panel in a device tree.
  package var physicalSize: PhysicalSize?
  /// The kernel reports that this is not a display for pictures.
  package var isNonDesktop: Bool
  package var isLinkBad: Bool
  /// The path of a DisplayPort MST connector; empty for others.
  package var path: String
  /// Parsed once, because it is needed several times per probe.
  private var readEDID: EDID?

  package init(
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

  package var hasReadableEDID: Bool { readEDID != nil }

  /// The screen for the upper layers. Bytes that are not an EDID are left out, so that a change of them does not change the screen.
  package func snapshot(edidState: EDIDState) -> ScreenSnapshot {
    let read = readEDID
    return ScreenSnapshot(
      id: id, name: name, device: device, placement: placement, identity: read?.displayIdentity ?? .unknown,
      physicalSize: read?.physicalSize ?? physicalSize, modes: modes, edid: read == nil ? [] : edid,
      edidState: edidState, isNonDesktop: isNonDesktop || (read?.isNonDesktop ?? false), isLinkBad: isLinkBad,
      path: path)
  }

  private static func read(_ edid: [UInt8]) -> EDID? { edid.isEmpty ? nil : try? EDID(bytes: edid) }
}

/// The new findings of a probe, for storage and replay.
public struct ProbeFindings: Hashable, Sendable {
  package var time: MonotonicTime
  /// Hotplug events since the last findings.
  package var hotplugs = 0
  /// New connectors, and connectors with changed findings, in the order of the probes.
  package var connectors: [ProbedConnector] = []
  package var gone: [String] = []

  /// The limit of the count of hotplug events.
  static let maxHotplugs = 1_000_000
}

/// Decides whether the EDID of one connector has settled, and otherwise the time of the next probe. Pure; the time is a parameter. The EDID
/// has settled if it parses, or if the connector never has one. HDMI, DVI and DisplayPort always have one. Any other connector is expected
/// to have one after it had one. A list of modes proves nothing: without an EDID the kernel adds guessed modes up to 1024x768.
struct EDIDSettling: Hashable, Sendable {
  struct Finding: Hashable, Sendable {
    var isConnected: Bool
    var alwaysHasEDID: Bool
    var hasReadableEDID: Bool
    var hasModes: Bool
  }

  /// The times from one probe to the next in nanoseconds, before the probes that follow in minutes. For 5.5 s the probes are close
  /// together, so that an EDID without an event is in force within a second. Most late EDIDs come in that time.
  static let backOff: [UInt64] =
    [250_000_000] + Array(repeating: 750_000_000, count: 7)
    + [2_000_000_000, 4_000_000_000, 8_000_000_000, 15_000_000_000, 30_000_000_000]
  /// The time between the later probes, in nanoseconds.
  static let minute: UInt64 = 60_000_000_000
  /// The number of probes that follow in minutes. After them, only an event leads to another probe.
  static let minutes = 10

  private(set) var isConnected = false
  private(set) var state = EDIDState.settled
  private(set) var nextProbe: MonotonicTime?
  /// Keeps its value when the display has gone.
  private(set) var hasHadEDID: Bool
  private var probes = 0

  /// A connector before its first probe.
  ///
  /// - Parameter hasHadEDID: whether a display on it had an EDID before, as far as is known.
  init(hasHadEDID: Bool = false) { self.hasHadEDID = hasHadEDID }

  /// Takes the finding of a probe that ended at `now`.
  mutating func probed(_ finding: Finding, at now: MonotonicTime) {
    hasHadEDID = hasHadEDID || (finding.isConnected && finding.hasReadableEDID)
    guard finding.isConnected else {
      isConnected = false
      state = .settled
      stopProbing()
      return
    }
    if !isConnected { probes = 0 }
    isConnected = true
    let isAwaited = !finding.hasReadableEDID && (finding.alwaysHasEDID || hasHadEDID)
    // A connector that never has an EDID and lists no modes has reported nothing.
    state = isAwaited || (!finding.hasReadableEDID && !finding.hasModes) ? .guessed : .settled
    // A known display without a mode cannot be shown either. Its modes may come when the link is trained.
    guard state == .guessed || !finding.hasModes else { return stopProbing() }
    nextProbe = delay(after: probes).map { now.advanced(by: $0) }
    probes = min(probes + 1, EDIDSettling.backOff.count + EDIDSettling.minutes)
  }

  /// Records the start of a probe; no probe is due until it has ended.
  mutating func probeBegan() { nextProbe = nil }

  /// Restarts the back-off; the caller probes because of the event.
  mutating func hotplugged() { probes = 0 }

  private mutating func stopProbing() {
    probes = 0
    nextProbe = nil
  }

  private func delay(after probes: Int) -> UInt64? {
    if probes < EDIDSettling.backOff.count { return EDIDSettling.backOff[probes] }
    return probes < EDIDSettling.backOff.count + EDIDSettling.minutes ? EDIDSettling.minute : nil
  }
}
