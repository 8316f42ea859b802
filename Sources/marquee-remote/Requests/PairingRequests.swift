internal import ControlProtocol

/// The requests that begin and end pairings.
struct PairingRequests: Sendable {
  private struct PairCall: Decodable {
    let code: String
    /// The raw value of a `WebSession.Purpose`; nil for a talk.
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

  let access: RemoteAccess
  let site: SiteIdentity
  let talk: TalkFeed
  let screens: ScreenFeed

  func closeStreams(of sessions: [String]) {
    talk.close(sessions: sessions)
    screens.close(sessions: sessions)
  }

  /// Redeems a code, and sets the cookie.
  func pair(_ body: [UInt8], from address: String) async -> HTTPAnswer {
    guard let call = try? ControlJSON.decode(PairCall.self, from: body) else {
      return Answers.refusal(.badRequest, "Give a code.")
    }
    guard let purpose = WebSession.Purpose(rawValue: call.purpose ?? WebSession.Purpose.talk.rawValue) else {
      return Answers.refusal(.badRequest, "The purpose of a pairing is talk or screens.")
    }
    let redemption = await access.redeem(call.code, from: address, for: purpose, talk: talk.talk?.identifier)
    switch redemption.outcome {
    case .paired(let role, _, isCard: let isCard):
      // A new pairing may have ended the oldest one.
      closeStreams(of: access.ended(among: talk.sessions.union(screens.sessions)))
      // A typed code from a card opens the same page as the card's link.
      var reply = ["role": role.rawValue]
      if isCard { reply["page"] = "/screens" }
      if let trouble = redemption.trouble {
        reply["unkept"] = "This device is paired, but only until marquee-remote ends: \(trouble)."
      }
      let lifetime = isCard ? WebSessions.lastingLifetime : WebSessions.lifetime
      return Answers.json(reply, headers: ["Set-Cookie": site.cookie(redemption.token ?? "", lifetime: lifetime)])
    case .unkept:
      return Answers.refusal(
        .internalServerError,
        "The code is right, but this machine cannot store the pairing: its disk may be full or read-only. This device is not paired."
      )
    case .wrong:
      return Answers.refusal(
        .forbidden, "The code is wrong. It has eight letters and digits. Check them and try again.")
    case .used:
      return Answers.refusal(.forbidden, "This code was used already: each pairs one device. Get another one.")
    case .expired:
      return Answers.refusal(.forbidden, "This code has expired: each is valid for ten minutes. Get another one.")
    case .withdrawn:
      return Answers.refusal(
        .forbidden,
        "This code is not valid any more: the display shows another picture (a frozen display keeps its old picture), or another device "
          + "has paired. Run `marquee-remote code` on that machine for another one.")
    case .wait(let seconds):
      let whole = Int(seconds.rounded(.up))
      return Answers.refusal(
        .tooManyRequests, "Too many wrong codes. Try again in \(whole) s.", headers: ["Retry-After": "\(whole)"])
    }
  }

  /// Ends the pairing of the client, and reports an error if that could not be stored.
  func leave(_ session: WebSession) async -> HTTPAnswer {
    access.end(session.digest)
    closeStreams(of: [session.digest])
    let headers = ["Set-Cookie": site.cookie("", lifetime: 0)]
    guard let trouble = await access.waitUntilKept() else { return Answers.make(.noContent, headers: headers) }
    return Answers.refusal(
      .internalServerError,
      "This device has removed its pairing, but the machine has not: \(trouble). Until that is repaired, a copy of this browser’s data "
        + "is paired again after a restart of marquee-remote.", headers: headers)
  }

  func code(_ body: [UInt8], _ session: WebSession) -> HTTPAnswer {
    if let refusal = access.refusal(session, .action) { return refusal }
    guard let call = try? ControlJSON.decode(CodeCall.self, from: body) else {
      return Answers.refusal(.badRequest, "Give a role: observe or control.")
    }
    // A device that is paired for a talk makes codes for that talk only, because the audience may see them.
    let code = access.makeCode(call.role, for: session.purpose ?? .talk)
    return Answers.json(CodeReply(code: PairingCode.formatted(code), url: site.url, link: site.link(code)))
  }
}
