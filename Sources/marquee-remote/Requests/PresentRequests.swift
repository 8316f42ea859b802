internal import ControlClient
internal import ControlProtocol
internal import KeptFiles
internal import SpeakerView

/// Starts a talk with a PDF file of the media folder, and with the notes beside it.
struct PresentRequests: Sendable {
  private struct PresentCall: Decodable {
    let name: String
    let replace: Bool?
  }

  private struct PresentAnswer: Encodable {
    let error: String
    /// The title of the talk that is going on.
    let title: String
  }

  private struct Started: Encodable {
    let note: String?
  }

  let access: RemoteAccess
  let folder: MediaFolder
  let feed: TalkFeed
  let calls: CallQueue
  let slides: CallQueue

  /// How often the slides are asked for while the deck opens, and the pause between in nanoseconds.
  private static let attempts = (most: 50, pause: 200_000_000 as UInt64)

  func start(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .action) { return refusal }
    guard let call = try? ControlJSON.decode(PresentCall.self, from: body), MediaName.isInFolder(call.name),
      call.name.lowercased().hasSuffix(".pdf")
    else { return Answers.refusal(.badRequest, "Give a PDF file of the folder.") }
    let deck = "\(folder.path)/\(call.name)"
    let (notes, trouble) = notes(beside: deck)
    let start = StartTalkCall(
      deck: deck, durationSeconds: notes?.durationSeconds, notesHalf: notes?.notesHalf,
      replace: call.replace == true ? true : nil)
    access.willStartTalk(session.digest)
    do throws(CallFailure) {
      let reply = try await calls.call(start)
      access.didStartTalk(reply.talk.identifier, session.digest)
      var problem: String?
      if let notes { problem = await set(notes, for: reply.talk) }
      return Answers.json(Started(note: [trouble, problem].compactMap(\.self).first))
    } catch {
      access.didStartTalk(nil, session.digest)
      if case .client(.failed(.talkIsGoingOn)) = error {
        let title = feed.talk?.title ?? "another talk"
        return Answers.json(PresentAnswer(error: "A talk is going on: \(title).", title: title), .conflict)
      }
      return Answers.failure(error)
    }
  }

  /// The notes beside a deck, or a sentence about a file of notes that cannot be read. It prevents no talk.
  private func notes(beside deck: String) -> (NotesFile?, String?) {
    for name in NotesFile.names(beside: deck) {
      guard let bytes = try? KeptFile.read(name) else { continue }
      guard bytes.count <= NotesFile.limit else {
        return (nil, "The notes in \(name) are too long: at most \(NotesFile.limit >> 10) KiB can be read.")
      }
      do throws(NotesFileError) {
        return (try NotesFile(bytes, name: name), nil)
      } catch {
        return (nil, "The notes cannot be read. \(error)")
      }
    }
    return (nil, nil)
  }

  /// Sets the notes of a talk. Returns a sentence if some of them are lost.
  private func set(_ file: NotesFile, for talk: TalkInfo) async -> String? {
    do {
      let notes = SlideNotes(file, labels: try await labels())
      for call in try notes.calls(for: talk.identifier) { _ = try await slides.call(call) }
      return notes.problem
    } catch {
      return "The talk has no notes: \((error as? CallFailure).map { "\($0)" } ?? "the notes are too long")."
    }
  }

  /// The labels of all slides. While the deck opens, the daemon refuses the call.
  private func labels() async throws -> [String] {
    var labels: [String] = []
    var attempts = 0
    while true {
      do throws(CallFailure) {
        let reply = try await slides.call(TalkSlidesCall(first: labels.count + 1))
        labels += reply.slides.map(\.label)
        if reply.slides.isEmpty || labels.count >= reply.pages { return labels }
      } catch {
        attempts += 1
        guard case .client(.failed(.failed)) = error, attempts < PresentRequests.attempts.most else { throw error }
        try await Task.sleep(nanoseconds: PresentRequests.attempts.pause)
      }
    }
  }
}
