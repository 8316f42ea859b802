/// What udev or the kernel says of graphics cards.
///
/// It only means "look again".
public enum HotplugEvent: Hashable, Sendable {
  /// Connectors of a card may have changed; one of them only, where the event names it.
  case connectorsMayHaveChanged(device: String, connector: UInt32?)
  /// A card has come, with its node and permissions.
  case cardAdded(device: String)
  /// So many came at once that some were lost: anything may have changed.
  case eventsLost
  /// A card is gone.
  case cardRemoved(device: String)
}
