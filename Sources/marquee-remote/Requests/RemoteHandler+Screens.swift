internal import ControlClient
internal import ControlProtocol
internal import Glibc

extension RemoteHandler {
  /// The stream of the log.
  func screenEvents(_ session: WebSession) -> HTTPAnswer {
    guard let events = screens.hub.listen(session: session.digest, role: session.role) else {
      return RemoteHandler.tooManyListen
    }
    return RemoteHandler.stream(events)
  }

  /// One of the daemon's methods, for the screens page.
  func call(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard let known = ScreenCalls.method(of: body) else {
      return Answers.refusal(.badRequest, "That is nothing that a page can ask for.")
    }
    guard session.role == .control || known.role == .observe else { return RemoteHandler.observer }
    guard access.may(known.role == .control ? .action : .picture, session.digest) else { return RemoteHandler.tooMany }
    do {
      return Answers.make(
        .ok, type: "application/json", body: try await known.make(body, screens.calls))
    } catch let error as CallFailure {
      return failure(error)
    } catch {
      return Answers.refusal(.badRequest, (error as? ControlError)?.message ?? "That makes no sense.")
    }
  }

  /// What a screen or a session shows, small.
  func look(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    func value(_ name: String) -> String? { request.value(name).map { String($0.prefix(200)) } }
    guard access.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    let look: ScreenPictureCache.Look
    // Who controls a talk does so while it lasts: a code for the box is nothing for them either.
    let isLookingOn = session.role != .control || session.purpose != .screens
    if let name = value("screen"), let side = value("side").flatMap({ Int($0) }),
      ScreenPictureCache.sides.contains(side)
    {
      look = .screen(name, longestSide: side, lookingOn: isLookingOn)
    } else if let identifier = value("session") {
      guard session.role == .control else { return RemoteHandler.observer }
      look = .session(identifier, lookingOn: isLookingOn)
    } else {
      return RemoteHandler.missing
    }
    do {
      // What the speaker alone sees may be on the machine's own screen.
      if session.role == .observe, case .screen(let name, _, _) = look,
        try await screens.calls.call(ExplainCall(screen: name)).record.settings.contains(where: {
          $0.name == "use" && $0.value == "main"
        })
      {
        return Answers.refusal(
          .forbidden, "That is the machine’s own screen, and this device was paired to look on only.")
      }
      let picture = try await screens.looks.picture(look)
      return RemoteHandler.picture(picture, request, cache: "no-cache")
    } catch CallFailure.client(.refused) where isLookingOn {
      return Answers.refusal(
        .forbidden, "That display shows a code for pairing, and this device was not paired for the screens.")
    } catch let error as CallFailure {
      return failure(error)
    } catch {
      return Answers.refusal(.internalServerError, "The picture could not be drawn.")
    }
  }
}

extension RemoteHandler {
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

  /// The files of contents.
  func media(_ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard access.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    do throws(MediaFolder.Failure) {
      return Answers.json(
        Listing(
          folder: screens.media.path, items: try await screens.media.items(), fileBytes: MediaFolder.fileBytes,
          pieceBytes: MediaFolder.pieceBytes, kinds: MediaName.kinds))
    } catch {
      return refusal(error)
    }
  }

  /// A piece of a file.
  func upload(_ request: HTTPRequest, _ piece: [UInt8]) async -> HTTPAnswer {
    guard let session = session(request) else { return RemoteHandler.unpaired }
    guard session.role == .control else { return RemoteHandler.observer }
    guard request.header("content-type")?.lowercased() == "application/octet-stream" else {
      return Answers.refusal(.unsupportedMediaType, "Only application/octet-stream is taken.")
    }
    guard let name = request.value("name"), let place = request.value("at").flatMap({ Int($0) }), place >= 0,
      let size = request.value("size").flatMap({ Int($0) })
    else { return Answers.refusal(.badRequest, "The file's name and size are wanted, and where the piece begins.") }
    guard size > 0 else { return refusal(.empty) }
    // The whole file's size is said with its first piece: what is too large is refused before any of it is read.
    guard size <= MediaFolder.fileBytes else { return refusal(.tooLarge) }
    guard piece.count <= MediaFolder.pieceBytes else {
      return Answers.refusal(.payloadTooLarge, "A piece has at most \(MediaFolder.pieceBytes) bytes.")
    }
    guard let upload = request.value("upload"), MediaFolder.isUpload(upload) else {
      return Answers.refusal(.badRequest, "The upload’s identifier is wanted: 8 to 32 hexadecimal digits.")
    }
    do throws(MediaFolder.Failure) {
      return Answers.json([
        "at": try await screens.media.add(
          piece, to: name, upload: upload, at: place, of: size, judge: { await objection(to: $0) })
      ])
    } catch {
      return refusal(error)
    }
  }

  /// Why a file cannot be shown, in the daemon's words; nil if it can, or if the daemon does not answer.
  private func objection(to path: String) async -> String? {
    do throws(CallFailure) {
      _ = try await screens.files.call(FilePictureCall(file: path, longestSide: RemoteHandler.thumbnailSide))
      return nil
    } catch {
      guard case .client(.failed(let reason)) = error, case .failed(let message, _) = reason else { return nil }
      guard message.hasPrefix(path) else { return message }
      let rest = String(message.dropFirst(path.count))
      return rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : "it\(rest)"
    }
  }

  /// The pixels of a thumbnail's longer side: two for each that a page has for it.
  private static let thumbnailSide = 320

  /// A small picture of a file of the folder, or the reason why the file cannot be shown (422).
  func thumbnail(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard access.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    guard let name = request.value("name"), MediaName.isInFolder(name) else { return RemoteHandler.missing }
    do throws(CallFailure) {
      let reply = try await screens.files.call(
        FilePictureCall(file: "\(screens.media.path)/\(name)", longestSide: RemoteHandler.thumbnailSide))
      guard let png = Base64.decode(reply.png) else {
        return failure(.client(.invalidReply(reason: "a picture is not in base64")))
      }
      // Its address names a version of the file.
      return Answers.make(.ok, type: "image/png", cache: "private, max-age=86400, immutable", body: png)
    } catch {
      // Another error says nothing of the file: a daemon of before does not know the method.
      guard case .client(.failed(let reason)) = error, case .failed = reason else {
        return Answers.refusal(.serviceUnavailable, "marqueed cannot look at the file at present. Try again.")
      }
      return failure(error)
    }
  }

  /// Takes a file away.
  func remove(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard access.may(.action, session.digest) else { return RemoteHandler.tooMany }
    guard let call = try? ControlJSON.decode(RemoveCall.self, from: body) else {
      return Answers.refusal(.badRequest, "The name of a file is wanted.")
    }
    do throws(MediaFolder.Failure) {
      try await screens.media.remove(call.name)
      return Answers.json(["removed": call.name])
    } catch {
      return refusal(error)
    }
  }

  /// Has a screen show files of the folder, one after the other.
  func show(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard access.may(.action, session.digest) else { return RemoteHandler.tooMany }
    guard let call = try? ControlJSON.decode(ShowCallOfPage.self, from: body), (1...86_400).contains(call.seconds),
      !call.items.isEmpty, call.items.allSatisfy(MediaName.isInFolder)
    else { return Answers.refusal(.badRequest, "Files of the folder are wanted, and for how many seconds each.") }
    do throws(CallFailure) {
      let content = MediaContent.make(call.items, in: screens.media.path, seconds: call.seconds)
      let reply = try await screens.calls.call(ShowCall(screen: call.screen, content: content))
      return Answers.json(["note": reply.note])
    } catch {
      return failure(error)
    }
  }

  private func refusal(_ failure: MediaFolder.Failure) -> HTTPAnswer {
    switch failure {
    case .name(let reason): Answers.refusal(.badRequest, reason)
    case .missing:
      Answers.refusal(.notFound, "There is no such file in the folder any more.")
    case .directory:
      Answers.refusal(.badRequest, "A folder has that name, and only files are put there or taken away.")
    case .foreign:
      Answers.refusal(
        .forbidden,
        "Another user of this machine put that file there. Only that user or root may remove or replace it.")
    case .empty:
      Answers.refusal(.badRequest, "There is nothing in that file: its size must be 1 byte at least.")
    case .tooLarge:
      Answers.refusal(
        .payloadTooLarge, "A file may have \(MediaFolder.fileBytes >> 20) MiB at most, and nothing of it was read.")
    case .full:
      Answers.refusal(
        .insufficientStorage,
        "The disk is full: there is no room for this file. Take away some that are not shown any more.")
    case .tooMany:
      Answers.refusal(
        .serviceUnavailable,
        "\(MediaFolder.mostParts) files are sent here at present, which is the most. Try again in a minute.",
        headers: ["Retry-After": "60"])
    case .gap(let place): Answers.json(["at": place], .conflict)
    case .damaged(let reason):
      Answers.refusal(
        .unprocessableContent, "The file stays as it was, since the new one cannot be shown (\(reason)).")
    case .part(let name, let trouble):
      Answers.refusal(
        .internalServerError,
        "\(name) in the folder of contents, \(screens.media.path), cannot be written to: "
          + (trouble == .noFile ? "it is no regular file." : "it is a file that has another name too (a hard link).")
          + " Send the file again from its beginning.")
    case .folder(let reason):
      Answers.refusal(
        .internalServerError,
        "The folder of contents, \(screens.media.path), cannot be used: \(reason). Whoever runs marquee-remote sees to it, or names "
          + "another one with --media.")
    }
  }
}
