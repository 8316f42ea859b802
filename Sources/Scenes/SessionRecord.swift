public import DisplayTypes

/// A session as it is kept.
public nonisolated struct SessionRecord: Hashable, Sendable {
  public var identifier: String
  public var app: String
  public var role: SceneRole
  public var configuration: String
  public var identity: DisplayIdentity
  public var connector: String
  public var chosenContent: ContentDescription?

  public init(
    identifier: String, app: String, role: SceneRole, configuration: String, identity: DisplayIdentity,
    connector: String,
    chosenContent: ContentDescription? = nil
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.identity = identity
    self.connector = connector
    self.chosenContent = chosenContent
  }
}
