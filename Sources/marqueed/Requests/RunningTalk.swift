import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import KeptFiles
import Logging
import Presentation
import Rasterizing
import Scenes

/// The running talk with its scenes, files, notes and watchers. There is at most one.
final class RunningTalk {
  nonisolated static let appName = "talk"

  /// Nil without a talk.
  private(set) var talkScenes: TalkScenes?
  let file: KeptValue<TalkRecord>
  let notes: TalkNotes
  let pictures: Thumbnails
  private let system: SceneSystem
  private let content: ContentResources
  private let journal: JournalWriter
  private let log = Logger(label: "marqueed")
  private var app: App?
  private let streams = TalkStreams()
  /// A remark about the last change that no command caused. The next command removes it.
  private var remark: String?
  private var sentScreens: [TalkScreenInfo] = []
  private var videos = FollowedVideos()
  /// One removes a message after its time. The other compares the screens after all changes of a moment.
  private var timers: (message: (any DisplayTimer)?, screens: (any DisplayTimer)?)

  /// - Parameter directory: the state directory.
  init(
    directory: String, store: StoreThread, system: SceneSystem, content: ContentResources, journal: JournalWriter
  ) {
    self.system = system
    self.content = content
    self.journal = journal
    pictures = Thumbnails(documents: content.documents, rasterizer: content.rasterizer)
    file = KeptValue("talk.json", in: directory, store: store, clock: content.clock.screens)
    notes = TalkNotes(KeptValue("talk-notes.json", in: directory, store: store, clock: content.clock.screens))
  }

  private var clock: any DisplayClock { content.clock.screens }

  /// The completion is called only if the picture changes.
  @discardableResult
  func perform(
    _ command: TalkCommand, _ name: String,
    completion: @escaping (PictureReplies.Outcomes) -> Void = { _ in }
  ) -> TalkChange {
    guard let talkScenes else { return TalkChange.none }
    var talk = talkScenes.talk
    let before = talk
    _ = talk.perform(notes.skippingHidden(command, in: talk), at: clock.now)
    followSlide(&talk, of: talkScenes.deck)
    let change = TalkChange(from: before, to: talk)
    remark = nil
    adopt(talk, change, name, completion: completion)
    return change
  }

  private func adopt(
    _ talk: Talk, _ change: TalkChange, _ name: String,
    completion: @escaping (PictureReplies.Outcomes) -> Void = { _ in }
  ) {
    guard change.isAny, let talkScenes else { return }
    talkScenes.talk = talk
    // The event has the time of the change, not of the write to the disk.
    if change.isKept { system.talkDid(.didChange(name)) }
    // The display gets the change before the disk, and the answer waits for both.
    let answer = DeferredPictureAnswer(completion)
    if change.isSeen { system.frontDidChange(completion: answer.picturesEnded) }
    armTimer()
    if change.isKept { keep() }
    whenKept { answer.kept() }
    notify()
  }

  /// Shows the talk on a display that waited for admission.
  func admit(_ name: String, completion: @escaping (PictureOutcome) -> Void) throws(ControlError) {
    journal.note(.talk(TalkStep(step: .admitted, screen: name)))
    try ControlError.of { () throws(SceneError) in try system.admit(name, completion: completion) }
    notify()
    system.talkDid(.didChange(TalkAction.show.rawValue))
  }

  func end(completion: @escaping (PictureReplies.Outcomes) -> Void) {
    guard let talkScenes else { return }
    self.talkScenes = nil
    app = nil
    remark = nil
    timers.message?.disarm()
    let answer = DeferredPictureAnswer(completion)
    journal.note(.talk(TalkStep(step: .ended)))
    system.endFront(completion: answer.picturesEnded)
    talkScenes.deck.close()
    file.forget()
    forgetNotes()
    whenKept { answer.kept() }
    notify()
    system.talkDid(.didEnd(deck: talkScenes.talk.deck))
  }

  /// Begins a talk. A running talk ends.
  func begin(_ talk: Talk, _ deck: TalkDeck, completion: @escaping (PictureReplies.Outcomes) -> Void) {
    if let former = talkScenes?.talk.deck { system.talkDid(.didEnd(deck: former)) }
    let answer = DeferredPictureAnswer(completion)
    show(talk, deck, isNew: true, completion: answer.picturesEnded)
    keep()
    forgetNotes()
    whenKept { answer.kept() }
    notify()
    readTitle()
    system.talkDid(.didBegin(deck: talk.deck))
  }

  private func show(
    _ talk: Talk, _ deck: TalkDeck, isNew: Bool,
    completion: @escaping (PictureReplies.Outcomes) -> Void = { _ in }
  ) {
    remark = nil
    follow(deck)
    videos = FollowedVideos()
    logTroubles(of: deck.videos)
    var talk = talk
    followSlide(&talk, of: deck)
    let app: App
    if let talkScenes, let known = self.app {
      talkScenes.begin(talk, deck)
      app = known
    } else {
      let talkScenes = TalkScenes(talk, deck, content)
      self.talkScenes = talkScenes
      app = Self.makeApp { talkScenes.makeDelegate() }
      self.app = app
    }
    journal.note(
      .talk(TalkStep(step: isNew ? .began : .wentOn, screen: talk.screen, asksOfNewScreens: talk.asksOfNewScreens)))
    system.beginFront(app, on: talk.screen, asksOfNew: talk.asksOfNewScreens, isNew: isNew, completion: completion)
  }

  /// Resumes the talk that was running when the last daemon ended.
  func restore() {
    let finding = file.take()
    guard let record = finding.value else {
      notes.takeUp(of: nil, isLost: finding.isLost)
      return system.forgetAdmissions()
    }
    let talk = Talk(record, at: TalkTimestamp(screens: clock.now))
    if system.app(Self.appName) != nil {
      log.warning("the app \(Self.appName) is not shown until the talk ends, because the talk's own app has that name")
    }
    let deck = TalkDeck(talk.deck, part: talk.half.shownPart, content.confined(talk.isConfined))
    notes.takeUp(of: talk.identifier)
    deck.videos.setNotes(notes.texts)
    show(talk, deck, isNew: false)
    deck.open { [weak self] result in
      // A failure is reported as trouble of the deck.
      if case .success(let pages) = result { self?.pagesDidChange(pages) }
    }
    log.notice("the talk continues with slide \(talk.page) of \(talk.deck)")
  }

  /// Removes notes and pictures. The file of the notes is removed after the talk's file, so that a crash leaves no talk without its notes.
  private func forgetNotes() {
    pictures.forget()
    notes.forget()
    file.whenKept { [notes] in notes.forgetKept() }
  }

  /// Calls `action` once the talk and its notes are on the disk, or the `trouble` of their files has the reason.
  func whenKept(_ action: @escaping () -> Void) { file.whenKept { [notes] in notes.file.whenKept(action) } }

  /// Keeps the speaker's notes of a call; false while parts are missing.
  func setNotes(_ call: SetTalkNotesCall) throws(ControlError) -> Bool {
    guard let talkScenes else { throw .noTalk }
    guard try notes.set(call, of: talkScenes.talk.identifier) else { return false }
    talkScenes.deck.videos.setNotes(notes.texts)
    notify()
    system.talkDid(.didChange("notes"))
    return true
  }

  func add(_ responder: ControlResponder) { streams.add(responder, GetTalkReply(talk: info)) }

  /// Nil without a talk.
  var info: TalkInfo? {
    guard let talkScenes else { return nil }
    let (talk, now) = (talkScenes.talk, clock.now)
    return TalkInfo(
      identifier: talk.identifier, deck: talk.deck, deckVersion: talkScenes.deck.file?.version.name, title: talk.title,
      page: talk.page, shownPage: talk.shownPage, pages: talk.pages, frozen: talk.isFrozen, cover: talk.cover.info,
      pointer: talk.pointer?.info, message: talk.message, code: talk.code,
      timer: TalkTimer(
        running: talk.timer.isRunning, elapsedMilliseconds: talk.timer.milliseconds(at: now),
        durationMilliseconds: talk.durationMilliseconds, monotonicNanoseconds: now.nanoseconds),
      notesHalf: talk.half.info, notesVersion: notes.record?.set, newScreens: talk.asksOfNewScreens ? .ask : .show,
      screens: screens, videos: videos(of: talk, talkScenes.deck), videoFiles: talkScenes.deck.videos.names,
      trouble: talkScenes.trouble, remark: remark)
  }

  private var screens: [TalkScreenInfo] {
    system.frontScreens.map { screen, standing, isSeen, isUnderAlarm in
      let state: TalkScreenState
      switch standing {
      case .waiting, .unnamed: state = .waiting
      case .shown, nil: state = isSeen ? .shown : isUnderAlarm ? .alarm : .hidden
      }
      return TalkScreenInfo(
        screen: screen.name, label: (try? system.find(screen.name))?.decision.rule?.name?.value, state: state,
        mode: screen.currentMode.map { ScreenModeInfo($0, name: ModeNames(of: screen.availableModes)[$0]) },
        display: screen.isGuessed ? nil : screen.snapshot.identity.name)
    }
  }

  private func notify() {
    let info = info
    sentScreens = info?.screens ?? []
    streams.send(GetTalkReply(talk: info))
  }

  /// Sends the talk to watchers if its screens have changed. The check runs after all changes of this moment.
  func screensMayHaveChanged() {
    guard talkScenes != nil else { return }
    let timer =
      timers.screens
      ?? clock.makeTimer { [weak self] in
        if let self, talkScenes != nil, screens != sentScreens { notify() }
      }
    timers.screens = timer
    timer.arm(at: clock.now)
  }

  private func keep() {
    guard let talkScenes else { return }
    file.keep(TalkRecord(talkScenes.talk, at: TalkTimestamp(screens: clock.now)))
  }

  private func follow(_ deck: TalkDeck) {
    deck.didChange = { [weak self, weak deck] change in
      guard let self, let deck, talkScenes?.deck === deck else { return }
      switch change {
      case .pages(let count): pagesDidChange(count)
      case .videos: videosDidChange()
      case .trouble:
        if let trouble = deck.trouble { log.warning("the talk: \(trouble)") }
        notify()
        system.talkDid(.didChange("trouble"))
      }
    }
  }

  private func pagesDidChange(_ count: Int) {
    guard let talkScenes else { return }
    var talk = talkScenes.talk
    let before = talk
    _ = talk.setPages(count)
    // Videos that start with their slide start again in the new deck.
    videos.slide = FollowedVideos.Slide()
    followSlide(&talk, of: talkScenes.deck)
    let change = TalkChange(from: before, to: talk)
    if talk.page != talkScenes.talk.page {
      remark =
        "the deck has \(count) pages now, and slide \(talkScenes.talk.page) is gone: the talk shows the last slide"
    }
    adopt(talk, change, "pages")
    // The pictures differ even if the page numbers are the same.
    if !change.isSeen { system.frontDidChange { _ in } }
    if !change.isAny { notify() }
    if !change.isKept { system.talkDid(.didChange("pages")) }
    readTitle()
  }

  private func logTroubles(of videos: TalkVideos) {
    let troubles = videos.allTroubles
    for trouble in troubles where !self.videos.troubles.contains(trouble) { log.warning("the talk: \(trouble)") }
    self.videos.troubles = troubles
  }

  private func videosDidChange() {
    guard let talkScenes else { return }
    logTroubles(of: talkScenes.deck.videos)
    var talk = talkScenes.talk
    followSlide(&talk, of: talkScenes.deck)
    let change = TalkChange(from: talkScenes.talk, to: talk)
    adopt(talk, change, "video")
    // Each screen prepares the videos of its slide.
    if !change.isSeen { system.frontDidChange { _ in } }
    if !change.isAny { notify() }
  }

  private func armTimer() {
    guard let end = talkScenes?.talk.messageEnd else { return timers.message?.disarm() ?? () }
    let timer = timers.message ?? clock.makeTimer { [weak self] in self?.perform(.passTime, "message") }
    timers.message = timer
    timer.arm(at: end)
  }

  private func readTitle() {
    guard let talkScenes, let file = talkScenes.deck.file else { return }
    let identifier = talkScenes.talk.identifier
    content.documents.readTexts(PageTextRequest(file: file, first: 1, count: 1)) { [weak self] result in
      guard let self, let talkScenes = self.talkScenes, talkScenes.talk.identifier == identifier,
        talkScenes.deck.file?.version == file.version, case .success(let texts) = result
      else { return }
      var talk = talkScenes.talk
      talk.setTitle(texts.title)
      if talk.title.isEmpty { talk.setTitle(Self.title(of: talk.deck)) }
      guard talk != talkScenes.talk else { return }
      talkScenes.talk = talk
      keep()
      notify()
    }
  }

  /// The name of a file without `.pdf`.
  static func title(of path: String) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
  }

  private static func makeApp(_ makeDelegate: @escaping () -> any SceneDelegate) -> App {
    App(
      name: appName,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: appName)]]),
      makeDelegate: makeDelegate)
  }

  /// Replays the changes of screens by a talk, with black slides.
  func play(_ step: TalkStep) {
    switch step.step {
    case .began, .wentOn:
      let app = self.app ?? Self.makeApp { [content] in ContentSceneDelegate(content) }
      self.app = app
      system.beginFront(
        app, on: step.screen, asksOfNew: step.asksOfNewScreens == true, isNew: step.step == .began
      ) { _ in }
    case .admitted:
      // A forged report may name an unknown screen.
      try? system.admit(step.screen ?? "") { _ in }
    case .ended:
      app = nil
      system.endFront { _ in }
    }
  }
}

/// The videos that a talk follows.
private struct FollowedVideos {
  struct Slide: Equatable {
    var page = 0
    var videos: [SlideVideo] = []
    /// The indices of those that can be played.
    var playable: [Int] = []
  }

  /// The shown slide.
  var slide = Slide()
  /// The troubles that were logged.
  var troubles: [String] = []
}

/// The videos of slides.
extension RunningTalk {
  /// Starts the videos that start with their slide, if another slide or other videos are shown from now on.
  private func followSlide(_ talk: inout Talk, of deck: TalkDeck) {
    let videos = deck.videos.videos(on: talk.shownPage)
    let playable = videos.indices.filter { deck.videos.trouble(of: videos[$0]) == nil }
    let shown = FollowedVideos.Slide(page: talk.shownPage, videos: videos, playable: playable)
    let former = self.videos.slide
    guard shown != former else { return }
    self.videos.slide = shown
    // A file that was missing is there now, and the other videos go on.
    let isSame = former.page == shown.page && former.videos == shown.videos
    if !isSame { _ = talk.perform(.stopVideos(Set(talk.playing.keys)), at: clock.now) }
    let starting = playable.filter { videos[$0].options.startsWithSlide && !(isSame && former.playable.contains($0)) }
    _ = talk.perform(.playVideos(Set(starting)), at: clock.now)
  }

  /// The command for the action `video`.
  func videoCommand(of call: ControlTalkCall) throws(ControlError) -> TalkCommand {
    guard let talkScenes else { throw .noTalk }
    let (talk, deck) = (talkScenes.talk, talkScenes.deck)
    let videos = deck.videos.videos(on: talk.shownPage)
    guard !videos.isEmpty else {
      throw .failed(message: "slide \(talk.shownPage) has no video, so nothing was changed")
    }
    var wanted = Array(videos.indices)
    if let x = call.x, let y = call.y {
      guard let found = wanted.last(where: { videos[$0].contains(x: x, y: y) }) else {
        throw .failed(message: "there is no video at this place of slide \(talk.shownPage), so nothing was changed")
      }
      wanted = [found]
    }
    let playable = wanted.filter { deck.videos.trouble(of: videos[$0]) == nil }
    let waits = playable.contains { talk.playing[$0] == nil }
    if call.on == nil, !waits, wanted.contains(where: { talk.playing[$0] != nil }) { return .stopVideos(Set(wanted)) }
    guard let first = playable.first(where: { talk.playing[$0] == nil }), call.on != false else {
      guard playable.isEmpty, call.on != false,
        let trouble = wanted.lazy.compactMap({ deck.videos.trouble(of: videos[$0]) }).first
      else { return call.on == true ? .playVideos([]) : .stopVideos(Set(wanted)) }
      throw .failed(message: "the video of slide \(talk.shownPage) cannot be played: \(trouble)")
    }
    return .playVideos(call.on == true ? Set(playable.filter { talk.playing[$0] == nil }) : [first])
  }

  private func videos(of talk: Talk, _ deck: TalkDeck) -> [TalkVideo]? {
    let videos = deck.videos.videos(on: talk.shownPage)
    return videos.isEmpty
      ? nil
      : videos.enumerated().map { index, video in
        TalkVideo(
          file: video.name, playing: talk.playing[index] != nil, startsWithSlide: video.options.startsWithSlide,
          x: video.place.x, y: video.place.y, width: video.place.width, height: video.place.height,
          trouble: deck.videos.trouble(of: video))
      }
  }
}

/// The watchers of the talk. Each watcher gets the newest state when it has read the former one.
final class TalkStreams {
  private final class Reader {
    let responder: ControlResponder
    var isBehind = false

    init(_ responder: ControlResponder) { self.responder = responder }
  }

  private var readers: [ObjectIdentifier: Reader] = [:]
  private var newest = GetTalkReply()

  func add(_ responder: ControlResponder, _ reply: GetTalkReply) {
    let key = ObjectIdentifier(responder)
    readers[key] = Reader(responder)
    responder.onGone = { [weak self] in self?.readers[key] = nil }
    newest = reply
    responder.send(reply.seen(by: responder.access))
  }

  func send(_ reply: GetTalkReply) {
    newest = reply
    // Use a copy, because a reader that is dropped here removes itself.
    for reader in Array(readers.values) where !reader.isBehind { send(to: reader) }
  }

  private func send(to reader: Reader) {
    reader.isBehind = !reader.responder.sendIfRead(newest.seen(by: reader.responder.access))
    guard reader.isBehind else { return }
    reader.responder.whenRead { [weak self, weak reader] in
      if let self, let reader { send(to: reader) }
    }
  }
}
