/// What one display is being told about its power; it reports on whoever's loop has it, last with a report that is final.
public protocol PowerConversation: AnyObject {
  /// Nothing more is said or reported.
  func end()
}
