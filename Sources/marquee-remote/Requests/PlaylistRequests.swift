internal import ContentModel
internal import ControlClient
internal import ControlProtocol
internal import Synchronization

/// The requests for the list of what a screen plays: read it, draw a row, preview a draft and show it.
struct PlaylistRequests: Sendable {
  private struct List: Encodable {
    let kind: ContentRows.Kind
    let version: String
    let isChosen: Bool
    let rows: [ContentRows.Row]
    let usual: Double
    let otherwise: String?
    /// The time in the zone of the configuration.
    let now: String
  }

  private struct ChangeCall: Decodable {
    let screen: String
    let version: String
    let rows: [ContentRows.Wish]
    /// The version of a content that the person has agreed to replace; nil for `version`.
    let replaces: String?
    /// The local time of a preview; nil to show the list.
    let at: String?
  }

  private struct Changed: Encodable {
    let error: String
    let version: String
  }

  private struct Preview: Encodable {
    let shows: String
    let until: String?
    let troubles: [String]
    let png: String?
  }

  let access: RemoteAccess
  let folder: MediaFolder
  /// The queue that shows contents. A display may be slow.
  let calls: CallQueue
  /// The queue for pictures.
  let pictures: CallQueue
  private let contents = KnownContents()
  /// The pixels of the longer side of a row's picture, and of a preview.
  private static let sides = (row: 240, preview: 640)

  init(access: RemoteAccess, folder: MediaFolder, calls: CallQueue, pictures: CallQueue) {
    self.access = access
    self.folder = folder
    self.calls = calls
    self.pictures = pictures
  }

  func list(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .picture) { return refusal }
    guard let screen = request.value("screen") else { return Answers.missing }
    do throws(CallFailure) {
      let reply = try await calls.call(GetContentCall(screen: screen))
      contents.add(reply.content, version: reply.version, of: session)
      let rows = ContentRows(reply.content)
      return Answers.json(
        List(
          kind: rows.kind, version: reply.version, isChosen: reply.isChosen, rows: rows.rows, usual: rows.usual,
          otherwise: rows.otherwise, now: try await pageTime().text(WallTime(seconds: Int64(SystemTime.wall)))))
    } catch {
      return Answers.failure(error)
    }
  }

  /// A small picture of a row, drawn by the daemon.
  func picture(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .picture) { return refusal }
    guard let screen = request.value("screen"), let version = request.value("version"),
      let id = request.value("row").flatMap({ Int($0) }),
      let item = contents.content(version, of: session).map({ ContentRows($0) })?.content(ofRow: id)
    else { return Answers.missing }
    do throws(CallFailure) {
      let call = ContentAtCall(screen: screen, content: item, longestSide: PlaylistRequests.sides.row)
      guard let png = try await pictures.call(call).png else { return Answers.missing }
      return Answers.make(
        .ok, type: "image/png", cache: "private, max-age=600", body: try WebPicture(base64: png).png)
    } catch {
      return Answers.failure(error)
    }
  }

  /// Shows the rows of a page, or previews them at a time.
  func change(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard let call = try? ControlJSON.decode(ChangeCall.self, from: body) else {
      return Answers.refusal(.badRequest, "Give a screen, the version of its content, and rows.")
    }
    if let refusal = access.refusal(session, call.at == nil ? .action : .picture) { return refusal }
    guard let base = contents.content(call.version, of: session) else {
      return Answers.refusal(.gone, "This list is too old. Load it again.")
    }
    let draft: ContentInfo
    do throws(ContentRows.Failure) {
      draft = try ContentRows(base).content(call.rows, folder: folder.path)
    } catch {
      return Answers.refusal(.badRequest, PlaylistRequests.sentence(error))
    }
    do throws(CallFailure) {
      if let at = call.at { return try await preview(draft, on: call.screen, at: at) }
      return try await show(draft, call, session)
    } catch {
      return Answers.failure(error)
    }
  }

  private func preview(_ draft: ContentInfo, on screen: String, at text: String) async throws(CallFailure) -> HTTPAnswer
  {
    let pageTime = try await pageTime()
    guard let time = pageTime.moment(text) else {
      return Answers.refusal(.badRequest, "Give a day and a time.")
    }
    let reply = try await pictures.call(
      ContentAtCall(screen: screen, time: "\(time)", content: draft, longestSide: PlaylistRequests.sides.preview))
    // The daemon's words have the whole path, and the person knows the folder.
    let shows = reply.moments.map { $0.shows.replacing("\(folder.path)/", with: "") }.joined(separator: ", ")
    let until = reply.moments.compactMap { $0.until.flatMap { WallTime($0) } }.min()
    return Answers.json(
      Preview(
        shows: shows, until: until.map { pageTime.exactText($0) },
        troubles: reply.troubles.map { $0.replacing("\(folder.path)/", with: "") }, png: reply.png))
  }

  /// Shows a content, unless the screen has another content than the person has seen.
  private func show(
    _ draft: ContentInfo, _ call: ChangeCall, _ session: WebSession
  ) async throws(CallFailure) -> HTTPAnswer {
    let present = try await calls.call(GetContentCall(screen: call.screen))
    let expected = call.replaces ?? call.version
    guard present.version == expected else {
      contents.add(present.content, version: present.version, of: session)
      return Answers.json(
        Changed(
          error: "\(call.screen) got another content in the meantime, perhaps from another device.",
          version: present.version), .conflict)
    }
    let reply = try await calls.call(ShowCall(screen: call.screen, content: draft, version: expected))
    return Answers.json(["note": reply.note])
  }

  /// The times of the page, in the zone in which the daemon decides the hours of items.
  private func pageTime() async throws(CallFailure) -> PageTime {
    PageTime(zone: try await calls.call(StatusCall()).zone)
  }

  private static func sentence(_ failure: ContentRows.Failure) -> String {
    switch failure {
    case .empty: "The list is empty. Add a file."
    case .noSuchRow: "This list is too old. Load it again."
    case .file(let name): "\(name) is no file of the folder."
    case .seconds: "A time is from half a second to a day."
    case .noHours(let name): "\(name) needs hours, because this display has a schedule."
    }
  }
}

/// The newest contents that each device has read, by their versions. A page names only places in them, so that it cannot name files of the
/// machine.
private final class KnownContents: Sendable {
  private typealias Known = (version: String, content: ContentInfo)

  /// The maximum number of contents of a device. Other devices do not use them up, so they do not end its unsaved edits.
  private static let most = 16
  /// The oldest content of a device is first, and so is the device that has read nothing for the longest time.
  private let devices = Mutex<[(session: String, known: [Known])]>([])

  func add(_ content: ContentInfo, version: String, of session: WebSession) {
    devices.withLock { devices in
      // Devices share the memory of a content.
      let content = devices.lazy.flatMap(\.known).first { $0.version == version }?.content ?? content
      var known = devices.first { $0.session == session.digest }?.known ?? []
      known.removeAll { $0.version == version }
      known.append((version, content))
      devices.removeAll { $0.session == session.digest }
      devices.append((session.digest, known.suffix(KnownContents.most)))
      // There are never more sessions, so only those that have ended are removed.
      if devices.count > WebSessions.most { devices.removeFirst() }
    }
  }

  func content(_ version: String, of session: WebSession) -> ContentInfo? {
    devices.withLock { devices in
      devices.first { $0.session == session.digest }?.known.first { $0.version == version }?.content
    }
  }
}
