extension String {
  /// The text for users who may only observe; nil if it contains the path of a file.
  package var withoutPath: String? { utf8.contains(UInt8(ascii: "/")) ? nil : self }
}

extension EventInfo {
  /// The event for users with the access `observe`.
  package var withoutPath: EventInfo {
    var event = self
    event.reason = reason?.withoutPath
    return event
  }
}

extension GetTalkReply {
  /// The reply for users with this access. With `observe` it has the name of the deck's file without its folders.
  package func seen(by access: AccessLevel) -> GetTalkReply {
    guard !access.contains(.remote), var talk else { return self }
    talk.deck = talk.deck.split(separator: "/").last.map(String.init) ?? ""
    talk.videoFiles = nil
    talk.videos = talk.videos.map { $0.map(\.withoutPath) }
    talk.trouble = talk.trouble.map {
      $0.withoutPath ?? "the deck has a problem; users with the access control see which"
    }
    return GetTalkReply(talk: talk)
  }
}

extension TalkVideo {
  fileprivate var withoutPath: TalkVideo {
    var video = self
    video.file = file.split(separator: "/").last.map(String.init) ?? ""
    video.trouble = trouble.map { $0.withoutPath ?? "it cannot be played" }
    return video
  }
}
