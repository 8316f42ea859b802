internal import ControlProtocol
internal import Glibc
internal import HTTPServer

extension RemoteHandler {
  private struct PairCall: Decodable {
    let code: String
    /// What the browser is to be paired for, as a word; nil for a talk.
    let purpose: String?
  }

  private struct CodeCall: Decodable {
    let role: RemoteRole
  }

  private struct CodeReply: Encodable {
    let code: String
    let url: String
    let link: String
  }

  /// Takes a code, and gives a cookie for it.
  func pair(_ body: [UInt8], from address: String) async -> HTTPAnswer {
    guard let call = try? ControlJSON.decode(PairCall.self, from: body) else {
      return Answers.refusal(.badRequest, "A code is wanted.")
    }
    guard let purpose = SessionRecord.Purpose(rawValue: call.purpose ?? SessionRecord.Purpose.talk.rawValue) else {
      return Answers.refusal(.badRequest, "What this device is to be paired for is talk or screens, and nothing else.")
    }
    let redemption = await desk.redeem(call.code, from: address, for: purpose, talk: hub.talk?.identifier)
    switch redemption.outcome {
    case .paired(let role, _, isCard: let isCard):
      // Where there are too many pairings the oldest has ended.
      dismiss(desk.over(hub.sessions.union(screens.hub.sessions)))
      // Who has typed the code of a card is to have the page that its link opens.
      var reply = ["role": role.rawValue]
      if isCard { reply["page"] = "/screens" }
      if let trouble = redemption.trouble {
        reply["unkept"] = "This device is paired, but only until marquee-remote ends: \(trouble)."
      }
      return Answers.json(
        reply,
        headers: [
          "Set-Cookie": entrance.cookie(
            redemption.token ?? "", lifetime: isCard ? SessionBook.lastingLifetime : SessionBook.lifetime)
        ])
    case .unkept:
      return Answers.refusal(
        .internalServerError,
        "The code is right, but this box cannot write down that it has somebody now: its disk may be full or read-only. Nobody was paired."
      )
    case .wrong:
      return Answers.refusal(
        .forbidden, "That is not the code. It has eight letters and digits; look at them once more.")
    case .used:
      return Answers.refusal(
        .forbidden, "That code was used already: each is good for one device. Ask for another one.")
    case .expired:
      return Answers.refusal(.forbidden, "That code has expired: each is good for ten minutes. Ask for another one.")
    case .withdrawn:
      return Answers.refusal(
        .forbidden,
        "That code counts no more: the display shows something else by now (one that is frozen still has its picture of before), or somebody has "
          + "paired. `marquee-remote code` on that machine makes one.")
    case .wait(let seconds):
      let whole = Int(seconds.rounded(.up))
      return Answers.refusal(
        .tooManyRequests, "Too many wrong codes. Try again in \(whole) s.",
        headers: ["Retry-After": "\(whole)"])
    }
  }

  /// Ends the pairing of who asks; says so where that could not be kept.
  func leave(_ session: SessionRecord) async -> HTTPAnswer {
    desk.end(session.digest)
    dismiss([session.digest])
    let headers = ["Set-Cookie": entrance.cookie("", lifetime: 0)]
    guard let trouble = await desk.whenKept() else { return Answers.make(.noContent, headers: headers) }
    return Answers.refusal(
      .internalServerError,
      "This device has forgotten its pairing, but the box has not: \(trouble). Until that can be written, a copy of this browser’s data "
        + "would be let in again after a restart of marquee-remote.", headers: headers)
  }

  /// A code for another device.
  func code(_ body: [UInt8], _ session: SessionRecord) -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard desk.may(.action, session.digest) else { return RemoteHandler.tooMany }
    guard let call = try? ControlJSON.decode(CodeCall.self, from: body) else {
      return Answers.refusal(.badRequest, "A role is wanted: observe or control.")
    }
    // Who is here for a talk lets nobody in for longer: the audience sees such codes.
    let code = desk.makeCode(call.role, for: session.purpose ?? .talk)
    return Answers.json(
      CodeReply(code: PairingCode.written(code), url: entrance.url, link: entrance.link(code)))
  }

  static let observer = Answers.refusal(.forbidden, "This device was paired to look on only.")
}
