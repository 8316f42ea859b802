extension String {
  /// The text for users who may only observe; nil if it has the path of a file in it.
  package var withoutPath: String? { utf8.contains(UInt8(ascii: "/")) ? nil : self }
}

extension EventInfo {
  /// The event for users who may only observe.
  package var withoutPath: EventInfo {
    var event = self
    event.reason = reason?.withoutPath
    return event
  }
}
