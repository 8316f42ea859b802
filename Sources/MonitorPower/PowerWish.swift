/// What a display is asked to do about its power.
public enum PowerWish: String, Hashable, Sendable {
  /// Be on, and show us.
  case on
  /// Go to standby.
  case standby
}
