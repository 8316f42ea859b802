public import DisplayTypes

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
  private var news = LookNews(time: .zero)

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
    news.hotplugs = min(news.hotplugs + 1, LookNews.mostHotplugs)
    for key in id.map({ [$0] }) ?? Array(settlings.keys) { settlings[key]?.hotplugged() }
  }

  /// Takes what looks have found since the last time; nil where that is what was known.
  public mutating func takeNews(at now: MonotonicTime) -> LookNews? {
    guard !news.connectors.isEmpty || !news.gone.isEmpty else { return nil }
    var taken = LookNews(time: now)
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
