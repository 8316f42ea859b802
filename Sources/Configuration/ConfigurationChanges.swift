public import DisplayTypes
public import ModeSelection

/// What differs between two configurations, so that a reload touches nothing else.
///
/// Lines do not count.
public struct ConfigurationChanges: Hashable, Sendable {
  /// Apps that are new, by name.
  public var addedApps: [String]
  /// Apps that are gone.
  public var removedApps: [String]
  /// Apps that are said differently.
  public var changedApps: [String]
  /// Whether the overall foreground app is another one.
  public var changesForegroundApp: Bool
  /// Whether any rule, or the order of rules, differs.
  public var changesRules: Bool
  /// Whether `unknownScreens` differs.
  public var changesUnknownScreens: Bool
  /// Whether `support` differs.
  public var changesSupport: Bool
  /// Whether `idle.color` differs.
  public var changesIdleColor: Bool
  /// Whether `backgroundScenes` differs.
  public var changesBackgroundScenes: Bool
  /// Whether `standIn` differs.
  public var changesStandIn: Bool
  /// Whether `reducedMotion` differs.
  public var changesReducedMotion: Bool
  /// Whether `access` differs.
  public var changesAccess: Bool

  /// Whether nothing differs.
  public var isEmpty: Bool {
    addedApps.isEmpty && removedApps.isEmpty && changedApps.isEmpty && !changesForegroundApp && !changesRules
      && !changesUnknownScreens && !changesSupport && !changesIdleColor && !changesBackgroundScenes
      && !changesStandIn && !changesReducedMotion && !changesAccess
  }
}

extension Configuration {
  /// What differs from an older configuration.
  public func changes(from old: Configuration) -> ConfigurationChanges {
    let names = apps.map(\.name.value)
    return ConfigurationChanges(
      addedApps: names.filter { old.app(named: $0) == nil },
      removedApps: old.apps.map(\.name.value).filter { app(named: $0) == nil },
      changedApps: apps.filter { app in old.app(named: app.name.value).map { $0 != app } ?? false }.map(\.name.value),
      changesForegroundApp: foregroundApp?.name != old.foregroundApp?.name, changesRules: screens != old.screens,
      changesUnknownScreens: unknownScreens != old.unknownScreens, changesSupport: support != old.support,
      changesIdleColor: idleColor != old.idleColor,
      changesBackgroundScenes: backgroundScenes != old.backgroundScenes, changesStandIn: standIn != old.standIn,
      changesReducedMotion: reducedMotion != old.reducedMotion,
      changesAccess: access != old.access)
  }

  /// The keys that differ for one screen: what its rule says now against what its rule said before.
  ///
  /// A run-time choice ends when its key is among them.
  public func screenKeys(changedFrom old: Configuration, connectorName: String, identity: DisplayIdentity)
    -> Set<ScreenRuleKey>
  {
    let before = old.rule(connectorName: connectorName, identity: identity)
    let now = rule(connectorName: connectorName, identity: identity)
    switch (now, before) {
    case (let now?, _): return now.keys(changedFrom: before)
    case (nil, let before?): return before.keys(changedFrom: nil)
    case (nil, nil): return []
    }
  }
}
