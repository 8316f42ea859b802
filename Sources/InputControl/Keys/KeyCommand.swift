public import ControlProtocol

/// What a key does.
public enum KeyCommand: Hashable, Sendable {
  /// Something in the talk that is going on.
  case talk(ControlTalkCall)
  /// Ends it.
  case endTalk
  /// Another page of the deck on a screen.
  case deck(TurnPageCall)
  /// Turns something of a screen on or off; nil for the other of the two.
  case screen(ScreenSwitch, name: String, on: Bool?)
  /// Brings an app to the foreground, on a screen or on all.
  case foreground(app: String, screen: String?)
  /// Puts an app's application scenes on a screen.
  case place(app: String, screen: String)
  /// Hands something to the app's application scene.
  case input(app: String, kind: String, values: [String: JSONValue])
  /// Has each screen tell its name.
  case identify
  /// Nothing: takes back what the built-in map says.
  case nothing
}
