internal import ControlClient
internal import ControlProtocol

/// The requests for files of the media folder: list, upload, thumbnail, removal and display.
struct MediaRequests: Sendable {
  private struct Listing: Encodable {
    let folder: String
    let items: [MediaFolder.Item]
    let fileBytes: Int
    let pieceBytes: Int
    let kinds: [String]
  }

  private struct RemoveCall: Decodable {
    let name: String
  }

  private struct ShowCallOfPage: Decodable {
    let screen: String
    let items: [String]
    let seconds: Int
  }

  let access: RemoteAccess
  let folder: MediaFolder
  /// The queue that shows files. A display may be slow.
  let calls: CallQueue
  /// The queue that draws thumbnails, also of incomplete files.
  let thumbnails: CallQueue

  func list(_ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .picture) { return refusal }
    do throws(MediaFolder.Failure) {
      return Answers.json(
        Listing(
          folder: folder.path, items: try await folder.items(), fileBytes: MediaFolder.fileBytes,
          pieceBytes: MediaFolder.pieceBytes, kinds: MediaName.kinds))
    } catch {
      return refusal(error)
    }
  }

  func upload(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return Answers.observer }
    guard request.header("content-type")?.lowercased() == "application/octet-stream" else {
      return Answers.refusal(.unsupportedMediaType, "Only application/octet-stream is accepted.")
    }
    guard let name = request.value("name"), let place = request.value("at").flatMap({ Int($0) }), place >= 0,
      let size = request.value("size").flatMap({ Int($0) })
    else { return Answers.refusal(.badRequest, "Give the file's name and size, and the offset of the piece.") }
    guard request.body.count <= MediaFolder.pieceBytes else {
      return Answers.refusal(.payloadTooLarge, "A piece has at most \(MediaFolder.pieceBytes) bytes.")
    }
    do throws(MediaFolder.Failure) {
      return Answers.json([
        "at": try await folder.add(
          request.body, to: name, upload: request.value("upload") ?? "", at: place, of: size,
          check: { await problem(with: $0) })
      ])
    } catch {
      return refusal(error)
    }
  }

  /// Returns the daemon's reason why it cannot show a file; nil if it can, or if it does not answer.
  private func problem(with path: String) async -> String? {
    do throws(CallFailure) {
      _ = try await thumbnails.call(FilePictureCall(file: path, longestSide: MediaRequests.thumbnailSide))
      return nil
    } catch {
      guard case .client(.failed(let reason)) = error, case .failed(let message, _) = reason else { return nil }
      guard message.hasPrefix(path) else { return message }
      let rest = String(message.dropFirst(path.count))
      return rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : "it\(rest)"
    }
  }

  /// The pixels of a thumbnail's longer side: twice its CSS pixels.
  private static let thumbnailSide = 320

  /// A small picture of a file of the folder, or the reason why the file cannot be shown (422).
  func thumbnail(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .picture) { return refusal }
    guard let name = request.value("name"), MediaName.isInFolder(name) else { return Answers.missing }
    do throws(CallFailure) {
      let reply = try await thumbnails.call(
        FilePictureCall(file: "\(folder.path)/\(name)", longestSide: MediaRequests.thumbnailSide))
      // The browser may store the picture, because the address names a version of the file.
      return Answers.make(
        .ok, type: "image/png", cache: "private, max-age=86400, immutable", body: try WebPicture(base64: reply.png).png,
        headers: reply.note.map { ["Marquee-Note": HTTPText.percentEncoded($0)] } ?? [:])
    } catch {
      return Answers.failure(error)
    }
  }

  func remove(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .action) { return refusal }
    guard let call = try? ControlJSON.decode(RemoveCall.self, from: body) else {
      return Answers.refusal(.badRequest, "Give the name of a file.")
    }
    do throws(MediaFolder.Failure) {
      try await folder.remove(call.name)
      return Answers.json(["removed": call.name])
    } catch {
      return refusal(error)
    }
  }

  func show(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .action) { return refusal }
    guard let call = try? ControlJSON.decode(ShowCallOfPage.self, from: body), (1...86_400).contains(call.seconds),
      !call.items.isEmpty, call.items.allSatisfy(MediaName.isInFolder)
    else { return Answers.refusal(.badRequest, "Give files of the folder, and the seconds for each.") }
    do throws(CallFailure) {
      let content = MediaContent.make(call.items, in: folder.path, seconds: call.seconds)
      let reply = try await calls.call(ShowCall(screen: call.screen, content: content))
      return Answers.json(["note": reply.note])
    } catch {
      return Answers.failure(error)
    }
  }

  private func refusal(_ failure: MediaFolder.Failure) -> HTTPAnswer {
    switch failure {
    case .name(let reason): Answers.refusal(.badRequest, reason)
    case .missing: Answers.refusal(.notFound, "The folder has no such file any more.")
    case .directory:
      Answers.refusal(.badRequest, "A folder has that name, and only files can be uploaded or removed.")
    case .foreign:
      Answers.refusal(
        .forbidden,
        "Another user of this machine put that file there. Only that user or root may remove or replace it.")
    case .empty: Answers.refusal(.badRequest, "The file is empty: its size must be at least 1 byte.")
    case .tooLarge:
      Answers.refusal(
        .payloadTooLarge, "A file may have at most \(MediaFolder.fileBytes >> 20) MiB. The server dropped this file.")
    case .full:
      Answers.refusal(
        .insufficientStorage, "The disk is full: there is no space for this file. Delete files that are not needed.")
    case .tooMany:
      Answers.refusal(
        .serviceUnavailable,
        "\(MediaFolder.maxParts) uploads are running, which is the maximum. Try again in a minute.",
        headers: ["Retry-After": "60"])
    case .gap(let place): Answers.json(["at": place], .conflict)
    case .damaged(let reason):
      Answers.refusal(
        .unprocessableContent, "The file is unchanged, because the new one cannot be shown (\(reason)).")
    case .part(let name, let trouble):
      Answers.refusal(
        .internalServerError,
        "\(name) in the media folder, \(folder.path), cannot be written: "
          + (trouble == .noFile ? "it is no regular file." : "the file has a second name (a hard link).")
          + " Send the file again from its beginning.")
    case .folder(let reason):
      Answers.refusal(
        .internalServerError,
        "The media folder, \(folder.path), cannot be used: \(reason). Repair the folder, or start marquee-remote with "
          + "another one (--media).")
    }
  }
}
