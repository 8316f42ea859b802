import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import Rasterizing
import Scenes

struct ContentHandler: ContentMethods {
  let replies: PictureReplies
  let apps: SocketApps
  let content: ContentResources
  let reports: ContentReports
  let setupOffers: SetupOffers
  let drafts: DraftPictures

  func handle(_ call: ShowCall, _ responder: ControlResponder) throws(ControlError) {
    var description: ContentDescription?
    let coordinator = try replies.find(call.screen).0
    if var info = call.content {
      // The caller may have changed a content that it got without passwords.
      if !responder.access.contains(.control), let known = reports.shownContent(on: coordinator)?.0.usualContent {
        info = info.restoringSecrets(of: known)
      }
      description = try ContentDescription(info, now: content.clock.now)
    }
    try apps.checkToken(call.token, ofContentOn: coordinator, responder.access)
    if let version = call.version, version != Self.version(of: reports.shownContent(on: coordinator)?.0) {
      throw .failed(
        message: "\(call.screen) has another content now, so nothing was changed",
        hint: "read its content again, and repeat the change")
    }
    let duration = call.forSeconds.map { UInt64($0 * 1_000_000_000) }
    let isConfined = MediaRoot(folder: content.mediaFolder).confines(description, for: responder.access)
    let remark = { [reports, description] in description.flatMap { reports.absence(in: $0) } }
    try replies.change(call, call.screen, responder, setsContent: true, remark: remark) {
      coordinator, completion throws(SceneError) in
      try coordinator.show(
        description, isConfined: isConfined, for: duration, completion: completion)
    }
  }

  func handle(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    var changes: [(coordinator: ScreenCoordinator, content: ChosenContent)] = []
    for (index, item) in call.contents.enumerated() {
      let coordinator = try replies.find(item.screen).0
      try apps.checkToken(call.token, ofContentOn: coordinator, responder.access)
      let description = try ContentDescription(
        item.content, path: "contents.\(index).content", now: content.clock.now)
      changes.append((coordinator, ChosenContent(description, isConfined: responder.access.isConfined)))
    }
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      let group = PictureOutcomeCollector(count: changes.count, completion: completion)
      try replies.system.presenter.showTogether(
        zip(call.contents, changes).map { item, change in
          (change.coordinator, change.content, { group.add($0, on: item.screen) })
        })
    }
  }

  func handle(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    var time: WallTime?
    if let text = call.time {
      guard let said = WallTime(text) else {
        throw .invalidValue(parameter: "time", value: text, expected: WallTime.expected)
      }
      time = said
    }
    if let draft = call.content {
      return try reply(call, draft, time, on: screen, responder)
    }
    let (session, shown) = try openContent(on: coordinator, call.screen, for: .contentAt, responder)
    let isRight = content.clock.isRight
    let asked = time ?? content.clock.now
    reports.report(session, shown, coordinator, screen, at: time) { moments, troubles, notes in
      responder.reply(
        ContentAtReply(
          time: "\(asked)", moments: moments, troubles: troubles.firstFew, clockRight: isRight, notes: notes,
          zone: content.calendar.zone))
    }
  }

  /// Answers for a content that the screen does not show. A nil time means now.
  private func reply(
    _ call: ContentAtCall, _ draft: ContentInfo, _ time: WallTime?, on screen: Screen, _ responder: ControlResponder
  ) throws(ControlError) {
    guard responder.access.contains(.remote) else {
      throw .accessDenied(method: ControlMethod.contentAt.rawValue, required: .remote, granted: responder.access)
    }
    let description = try ContentDescription(draft, now: content.clock.now)
    let isRight = content.clock.isRight
    let asked = time ?? content.clock.now
    reports.moments.answer(of: "\(call.screen) draft", description, at: time, on: screen.geometry) { report in
      var reply = ContentAtReply(
        time: "\(asked)",
        moments: report.moments.map { ContentMomentInfo($0.moment, region: $0.region, seen: $0.seen) },
        troubles: report.troubles.firstFew, clockRight: isRight)
      guard let side = call.longestSide, let geometry = screen.geometry?.reduced(longestSide: side) else {
        return responder.reply(reply)
      }
      let picture = DraftPictures.Draft(
        content: description, time: asked, geometry: geometry, trustsClock: time != nil)
      drafts.make(picture) { result in
        responder.answer(
          result.map { png in
            reply.png = png
            return reply
          })
      }
    }
  }

  func handle(_ call: GetContentCall, _ responder: ControlResponder) throws(ControlError) {
    let coordinator = try replies.find(call.screen).0
    let session = try openContent(on: coordinator, call.screen, for: .getContent, responder).0
    guard let usual = session.usualContent else {
      throw .failed(message: "the app \(session.app) draws \(call.screen) itself")
    }
    let info = ContentInfo(usual)
    responder.reply(
      GetContentReply(
        content: responder.access.contains(.control) ? info : info.withoutSecrets,
        isChosen: session.chosenContent != nil, version: Self.version(of: session)))
  }

  /// The content of a screen, if the caller may read it.
  private func openContent(
    on coordinator: ScreenCoordinator, _ screen: String, for method: ControlMethod, _ responder: ControlResponder
  ) throws(ControlError) -> (SceneSession, ContentDescription) {
    guard let (session, shown) = reports.shownContent(on: coordinator) else {
      guard coordinator.decision.picture.isDark else {
        throw .failed(message: "\(screen) shows no content of an app")
      }
      let why = coordinator.whyNothingIsShown
      throw .failed(message: why.reason, hint: why.hint)
    }
    guard reports.isOpen(session, to: responder.access) else {
      throw .accessDenied(method: method.rawValue, required: .control, granted: responder.access)
    }
    return (session, shown)
  }

  /// The content of a screen without temporary content; nil if there is none, if the caller may not read it, or if the content itself may
  /// use only files of the media folder.
  func usualContent(on screen: String, for access: AccessLevel) -> ContentDescription? {
    guard let coordinator = try? replies.find(screen).0, let (session, _) = reports.shownContent(on: coordinator),
      reports.isOpen(session, to: access), !session.confinesUsualContent
    else { return nil }
    return session.usualContent
  }

  /// The name of a session's content without temporary content; empty without one. It is made without passwords, so that it does not help
  /// to guess them.
  private static func version(of session: SceneSession?) -> String {
    guard let content = session?.usualContent,
      let text = try? ControlJSON.encode(ContentInfo(content).withoutSecrets)
    else {
      return ""
    }
    return Checksum.text(of: text)
  }

  func handle(_ call: OfferSetupCall, _ responder: ControlResponder) throws(ControlError) {
    setupOffers.add(call, responder)
  }

  func handle(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    try apps.checkToken(call.token, ofContentOn: coordinator, responder.access)
    let deck = try deck(on: coordinator, call.screen)
    let isPortrait = screen.geometry.map { $0.uprightPixels.height > $0.uprightPixels.width } ?? false
    let path = isPortrait ? deck.portraitFile ?? deck.file : deck.file
    let file: MediaFile
    do throws(MediaTrouble) {
      // The content may be confined to the media folder.
      let isConfined = coordinator.sessionOfContent?.isConfined == true
      file = try content.confined(isConfined).media.open(path)
    } catch {
      throw .failed(message: "\(error)")
    }
    content.documents.countPages(of: file) { result in
      responder.failing { () throws(ControlError) in
        switch result {
        case .success(let count): try turn(call, in: path, of: count, responder)
        case .failure(let error): throw .failed(message: "\(path): \(error)")
        }
      }
    }
  }

  /// Turns the page of the present content. The present page is read here, so that several turns add up.
  private func turn(
    _ call: TurnPageCall, in path: String, of count: Int, _ responder: ControlResponder
  ) throws(ControlError) {
    let coordinator = try replies.find(call.screen).0
    let deck = try deck(on: coordinator, call.screen)
    guard deck.file == path || deck.portraitFile == path, let session = coordinator.sessionOfContent,
      let shown = session.content
    else {
      throw .failed(message: "\(call.screen) shows another deck now; no page was turned")
    }
    let page = call.turn.page(from: deck.page, of: count, number: call.page)
    func reply(_ notes: [String?], _ presented: PresentedFrame? = nil, hint: String? = nil) -> TurnPageReply {
      TurnPageReply(page: page, pages: count, presented: [presented].compactMap(\.self), note: notes.note, hint: hint)
    }
    guard page != min(deck.page, count) else { return responder.reply(reply(["that page is shown already"])) }
    try replies.change(call, responder) { completion throws(SceneError) in
      try coordinator.show(shown.turned(to: page), isConfined: session.isConfined, completion: completion)
    } atOnce: {
      reply([replies.trouble ?? "not waited for"])
    } reply: { outcome throws(ControlError) in
      switch outcome {
      case .shown(let record): return reply([replies.trouble], PresentedFrame(record, screen: call.screen))
      case .kept(let note, let hint): return reply([note, replies.trouble], hint: hint)
      case .failed(let error): throw ControlError(error)
      }
    }
  }

  private func deck(on coordinator: ScreenCoordinator, _ screen: String) throws(ControlError) -> DeckDescription {
    let hint = "\"marqueectl show \(screen) deck FILE\" shows one"
    guard let session = coordinator.sessionOfContent, let shown = session.content else {
      throw .failed(message: "\(screen) shows no deck", hint: hint)
    }
    guard let deck = shown.deck else {
      throw .failed(
        message: "\(screen) shows a \(shown.kind.rawValue), and no deck whose pages can be turned",
        hint: hint)
    }
    guard deck.pageMilliseconds == nil else {
      throw .failed(
        message: "the pages of \(deck.file) turn by themselves; show it without a duration to turn them by command")
    }
    guard session.temporaryContent == nil else {
      throw .failed(
        message: "\(screen) shows \(deck.file) for a limited time, in which pages do not turn; show it without --for")
    }
    return deck
  }
}

/// The offers of web pages for set-up cards. The last offer with a page is used, or else the last one.
final class SetupOffers {
  private struct Offer {
    let responder: ControlResponder
    let call: OfferSetupCall
    var sent = OfferSetupReply(shown: false, pairing: false)

    /// Whether a browser has ever paired with the program.
    var isClaimed: Bool { call.claimed == true }

    /// Compares process numbers. A program in another namespace has none here, so its page identifies it.
    func isSameProgram(as peer: PeerCredentials, _ call: OfferSetupCall) -> Bool {
      let own = responder.peer
      guard own.processID == peer.processID, own.userID == peer.userID else { return false }
      return own.processID != 0 || (self.call.address == call.address && self.call.page == call.page)
    }
  }

  private let card: SetupCardState
  private let mailbox: Mailbox
  private let log: (String) -> Void
  private var offers: [Offer] = []
  private var willNotify = false

  init(_ card: SetupCardState, mailbox: Mailbox, log: @escaping (String) -> Void) {
    self.card = card
    self.mailbox = mailbox
    self.log = log
    card.demandDidChange = { [weak self] in self?.notifyLater() }
  }

  /// Adds an offer until its connection is closed. A new offer of the same program keeps its place. Otherwise two programs that react to
  /// each other would take turns for ever.
  func add(_ call: OfferSetupCall, _ responder: ControlResponder) {
    let own = offers.lastIndex { $0.isSameProgram(as: responder.peer, call) }
    if own == nil, call.claimed != true, let page = call.page, let owner = offers.first(where: \.isClaimed) {
      log(
        "\(page) gets no code on a set-up card: a device has paired with \(owner.call.page ?? "another marquee-remote") of this box; "
          + "\"marquee-remote code\" makes one")
    }
    let place = own.map { $0 + 1 } ?? offers.count
    offers.insert(Offer(responder: responder, call: call), at: place)
    offers[place].sent = reply(to: place)
    responder.onGone = { [weak self] in
      self?.offers.removeAll { $0.responder === responder }
      self?.apply()
    }
    responder.send(offers[place].sent)
    apply()
  }

  /// Only the chosen program makes a code, and only while a card shows one.
  private func reply(to place: Int) -> OfferSetupReply {
    OfferSetupReply(shown: card.demand.isShown, pairing: place == chosen && !isClaimed && card.demand.wantsCode)
  }

  private var isClaimed: Bool { offers.contains(where: \.isClaimed) }

  private var chosen: Int? { offers.lastIndex { $0.call.page != nil } ?? offers.indices.last }

  private func apply() {
    let pages = chosen.map { index in
      let call = offers[index].call
      return SetupCardInfo.Pages(address: call.address, page: call.page, code: call.code, link: call.link)
    }
    card.pages = isClaimed ? pages?.open : pages
    notifyLater()
  }

  /// Notifies after the settle pass, which reports the demand.
  private func notifyLater() {
    guard !willNotify else { return }
    willNotify = true
    mailbox.post { [weak self] in MainActor.assumeIsolated { self?.notify() } }
  }

  private func notify() {
    willNotify = false
    // Use a copy, because a client that is dropped removes itself.
    for offer in Array(offers) {
      guard let place = offers.firstIndex(where: { $0.responder === offer.responder }) else { continue }
      let reply = reply(to: place)
      guard reply != offer.sent else { continue }
      offers[place].sent = reply
      offer.responder.send(reply)
    }
  }
}

enum HostName {
  /// The first part of the machine's host name (gethostname(2)); empty if it has none.
  static var current: String {
    var text = [CChar](repeating: 0, count: 256)
    guard gethostname(&text, 255) == 0 else { return "" }
    let bytes = text.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
