public import DisplayTypes

extension World {
  /// The picture of a screen.
  public struct Due: Hashable, Sendable {
    /// The rule that decides, as `explain` names it.
    public var rule: String
    /// The kind of the picture.
    public var shown: PictureTable.Shown
    /// The app of the scene.
    public var app: String?
    /// The row of the table.
    var row = ""
    /// The loss of an app without its controller, if that is the cause.
    var loss: Household.Loss?
  }

  /// The due picture of a screen, depending on the scenes with windows.
  public func picture(on connector: String, _ audit: LogAudit) -> Due {
    guard let place = household.connector(connector) else { return Due(rule: "no connector", shown: .dark) }
    let choices = choices(on: connector)
    let wishes = [choices.foreground, foreground, place.app].compactMap(\.self)
    let front = wishes.first { exists($0) && loss($0) != .fallback } ?? household.foreground
    let alarm = household.apps.first { $0.isAlarm && hasWindow($0, on: connector, audit) }
    let fallback = household.apps.first {
      $0.name != front && $0.isFallback && support(of: $0.name, on: connector) == .external
        && hasWindow($0, on: connector, audit)
    }
    let facts = PictureTable.Facts(
      use: place.use, isPowered: !choices.isOff, hasAlarm: alarm != nil, support: support(of: front, on: connector),
      foreground: foregroundWord(front, on: connector, audit),
      hasFallback: fallback != nil,
      hasMainScreen: household.connectors.contains { $0.use == .main && screens[$0.name] != nil })
    guard let row = PictureTable.look(up: facts) else { return Due(rule: "no row for \(facts)", shown: .dark) }
    let app: String? =
      switch row.shown {
      case .alarm: alarm?.name
      case .foreground: front
      case .fallback: fallback?.name
      case .untouched, .dark, .black, .mirror, .idle: nil
      }
    let isPassedOver = wishes.first(where: exists).flatMap(loss) == .fallback
    return Due(
      rule: row.rule, shown: row.shown, app: app, row: row.name,
      loss: loss(by: row, app, isPassedOver: isPassedOver))
  }

  private func loss(by row: PictureTable.Row, _ app: String?, isPassedOver: Bool) -> Household.Loss? {
    switch row.shown {
    case .untouched, .dark, .alarm: nil
    case .black: .blank
    case .foreground, .fallback: app.flatMap(loss) ?? (isPassedOver ? .fallback : nil)
    case .mirror, .idle: isPassedOver && row.rule != "main" ? .fallback : nil
    }
  }

  /// A choice at run time overrides the file. In each, the most specific counts: screen, app, all.
  private func support(of app: String, on connector: String) -> ExternalSupport {
    choices(on: connector).support ?? appSupport[app] ?? support ?? household.connector(connector)?.support
      ?? household.app(app)?.support ?? .external
  }

  private func foregroundWord(_ front: String, on connector: String, _ audit: LogAudit) -> String {
    guard let app = household.app(front) else { return "no" }
    let isDestroyed = screens[connector]?.destroyed.contains(front) == true
    if loss(front) == .blank, !isDestroyed { return "black" }
    return hasWindow(app, on: connector, audit) ? "yes" : "no"
  }

  /// Whether a scene has a window. For a scene that is not connected, it predicts the delegate's answer.
  private func hasWindow(_ app: Household.HouseholdApp, on connector: String, _ audit: LogAudit) -> Bool {
    guard app.hasScene, !withdrawn.contains(app.name), exists(app.name), [nil, .keep].contains(loss(app.name)) else {
      return false
    }
    if screens[connector]?.destroyed.contains(app.name) == true, !app.isAlarm { return false }
    return audit.connected(app.name, on: connector)?.session.hasWindow ?? !windowless.contains(app.name)
  }

  /// Whether no scene may be connected there.
  func isClosed(_ connector: String, _ audit: LogAudit) -> Bool {
    let due = picture(on: connector, audit)
    return due.rule == "support" || due.shown == .untouched || household.connector(connector)?.use == .dark
  }

  /// The cover over the picture of a screen.
  func cover(on connector: String, _ due: Due) -> String {
    if due.shown == .alarm { return "clear" }
    if choices(on: connector).isBlank { return "blank" }
    return screens[connector]?.isFrozen == true ? "frozen" : "clear"
  }

  /// The state of a session; nil if there is no prediction.
  public func state(of session: LogAudit.Session, _ audit: LogAudit) -> String? {
    let situation = situation(of: session, audit)
    return StateTable.row(scene: situation.scene, cover: situation.cover)?.state
  }

  /// The keys for the table of states.
  func situation(of session: LogAudit.Session, _ audit: LogAudit) -> (scene: String, cover: String) {
    guard identity(on: session.connector) == session.identity else { return ("never", "clear") }
    let due = picture(on: session.connector, audit)
    let isHere = due.app == session.app
    // With support off, only alarms wait.
    let isClosed =
      isClosed(session.connector, audit) && !(due.rule == "support" && household.app(session.app)?.isAlarm == true)
    let isNever = isClosed || withdrawn.contains(session.app) || !exists(session.app) || !isHere && !session.isConnected
    return (isNever ? "never" : isHere ? "here" : "waits", cover(on: session.connector, due))
  }

  /// The colour of a screen; nil if it is unknown, because the picture is frozen.
  public func color(on connector: String, _ audit: LogAudit) -> Color?? {
    let due = picture(on: connector, audit)
    let cover = cover(on: connector, due)
    if due.shown == .dark || due.shown == .untouched { return .some(nil) }
    if screens[connector]?.isFrozen == true, due.shown != .alarm { return nil }
    // A mirror of a frozen screen shows the frozen picture.
    if due.shown == .mirror, let main, screens[main]?.isFrozen == true { return nil }
    return .some(cover == "blank" ? .black : color(of: due, on: connector, audit))
  }

  private var main: String? { household.connectors.first { $0.use == .main }?.name }

  /// The colour of the due picture, frozen or not.
  private func color(of due: Due, on connector: String, _ audit: LogAudit) -> Color {
    switch due.shown {
    case .alarm, .foreground, .fallback:
      guard let app = due.app else { return household.idle }
      let content = audit.connected(app, on: connector).flatMap { contents[$0.identifier] }
      return content ?? household.app(app)?.color ?? household.idle
    case .mirror:
      guard let main else { return household.idle }
      let source = picture(on: main, audit)
      if source.shown == .dark { return household.idle }
      return cover(on: main, source) == "blank" ? .black : color(of: source, on: main, audit)
    case .black: return .black
    case .untouched, .dark, .idle: return household.idle
    }
  }
}
