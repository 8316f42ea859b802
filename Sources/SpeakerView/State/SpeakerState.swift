public import ControlProtocol

/// What the speaker's view knows: a value, changed by keys, by the daemon's news and by the clock.
///
/// Nothing of the talk itself lives here: it is the daemon's, and many such views can be open at once.
public struct SpeakerState: Sendable {
  /// The talk as the daemon told last.
  public private(set) var talk: TalkInfo
  /// What is known of slides, by their numbers.
  public private(set) var slides: [Int: TalkSlideInfo] = [:]
  /// Notes that are set only here yet, by the numbers of their slides.
  private var ownNotes: [Int: String] = [:]
  /// What keys mean.
  public var mode = SpeakerMode.slides
  /// Lines of notes that are above the uppermost one shown.
  public internal(set) var notesScroll = 0
  /// What was searched for last.
  public internal(set) var search = ""
  /// What happened last, as a sentence; empty where nothing did.
  public internal(set) var news = ""
  /// Whether that is something to do something about.
  public internal(set) var newsIsBad = false
  /// How it stands with the daemon.
  public private(set) var link = DaemonLink.connected
  /// The monotonic clock in nanoseconds.
  public var now: UInt64 = 0
  /// The time of day, as it is shown.
  public var clock = ""
  /// The terminal's columns.
  public var columns = 80
  /// The terminal's rows.
  public var rows = 24
  /// Whether pictures of slides can be shown.
  public var showsPictures = false
  /// How wide a cell is, in shares of its height.
  public var cellShape = 0.5
  /// The phone that may take part; nil where none may.
  public var phone: PhoneInfo?
  /// What a phone is waited for, or why there is none, as a sentence.
  public private(set) var phoneTrouble: String?
  /// The address with a code for phones that look on, which the display got last.
  public private(set) var observerLink: String?
  /// Whether the next such address goes to the display.
  var awaitsObserver = false
  /// Whether phones could take part before.
  private var hasLostPhone = false
  /// Whether the display had a code then, which returns with them.
  var hasLostCode = false
  private var changes: TalkChanges

  /// Begins with a talk.
  public init(talk: TalkInfo) {
    self.talk = talk
    changes = TalkChanges(talk)
    let waiting = changes.waiting(in: talk)
    if let first = waiting { (news, newsIsBad) = (first, true) }
  }

  /// The daemon says how the talk is; what is older than what is known, as of another connection, is passed over.
  public mutating func update(_ talk: TalkInfo) {
    if talk.identifier == self.talk.identifier,
      talk.timer.monotonicNanoseconds < self.talk.timer.monotonicNanoseconds
    {
      return
    }
    if talk.page != self.talk.page || talk.identifier != self.talk.identifier { notesScroll = 0 }
    if talk.identifier != self.talk.identifier { ownNotes = [:] }
    if talk.identifier != self.talk.identifier || talk.deckVersion != self.talk.deckVersion { slides = [:] }
    let told = changes.sentences(to: talk)
    if !told.isEmpty { news = told.map(\.text).joined(separator: "; ") }
    if let last = told.last { newsIsBad = last.isBad }
    self.talk = talk
  }

  /// The daemon says what is known of some slides.
  public mutating func learn(_ slides: [TalkSlideInfo]) {
    for slide in slides { self.slides[slide.page] = slide }
  }

  /// Notes from a file; those that the daemon tells of take their place.
  public mutating func learn(_ notes: [TalkNoteInfo]) {
    for note in notes {
      ownNotes[note.page] = note.text
      slides[note.page]?.notes = note.text
      slides[note.page]?.notesSource = .set
    }
  }

  /// The notes of a slide; empty where none are known.
  public func notes(_ page: Int) -> String {
    let told = slides[page]?.notes ?? ""
    return told.isEmpty ? ownNotes[page] ?? "" : told
  }

  /// A phone may take part at an address; returns what is to be done.
  ///
  /// Where the address is another and the display shows the former, it gets a code for this one.
  public mutating func learn(phone: PhoneInfo) -> [SpeakerAction] {
    let former = self.phone
    (self.phone, phoneTrouble) = (phone, nil)
    if former == nil, hasLostPhone { tell("Phones can take part again: a shows address and code") }
    let hasMoved = former.map { $0.address != phone.address && showsOwnCode } ?? hasLostCode
    (hasLostPhone, hasLostCode) = (false, false)
    guard hasMoved, !awaitsObserver else { return [] }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// No phone can take part any more, for a reason; returns what is to be done.
  ///
  /// A code on the display lets nobody in now: it goes, and returns with the phones.
  public mutating func losePhone(_ reason: String) -> [SpeakerAction] {
    (phone, phoneTrouble, hasLostPhone) = (nil, reason, true)
    tell(reason, isBad: true)
    hasLostCode = hasLostCode || awaitsObserver || showsOwnCode
    awaitsObserver = false
    return showsOwnCode ? [.control(ControlTalkCall(action: .code, text: "", noWait: true))] : []
  }

  /// Whether the display has the code that this view has put there.
  private var showsOwnCode: Bool { observerLink.map { talk.code == $0 } ?? false }

  /// A code for phones that look on is there; returns what is to be done.
  public mutating func learn(observerLink link: String) -> [SpeakerAction] {
    guard awaitsObserver else { return [] }
    (awaitsObserver, observerLink) = (false, link)
    return [.control(ControlTalkCall(action: .code, text: link, noWait: true))]
  }

  /// Says something to the speaker.
  public mutating func tell(_ sentence: String, isBad: Bool = false) {
    (news, newsIsBad) = (sentence, isBad)
  }

  /// The connection to the daemon is lost, or there again.
  public mutating func setLink(_ link: DaemonLink) {
    guard link != self.link else { return }
    switch (self.link, link) {
    case (.lost, .connected): tell("The daemon is there again; the talk goes on at slide \(talk.page)")
    case (_, .lost(let reason)): tell(reason, isBad: true)
    case (.connected, .connected): break
    }
    self.link = link
  }

  /// Milliseconds that the talk has taken by now.
  public var elapsed: Int {
    guard talk.timer.running, now > talk.timer.monotonicNanoseconds else { return talk.timer.elapsedMilliseconds }
    let since = (now - talk.timer.monotonicNanoseconds) / 1_000_000
    return talk.timer.elapsedMilliseconds.addingReportingOverflow(Int(clamping: since)).partialValue
  }

  /// How it keeps its time.
  public var pace: Pace {
    Pace(elapsed: elapsed, duration: talk.timer.durationMilliseconds, page: talk.page, pages: talk.pages)
  }

  /// Whether the mouse is to be told of.
  public var wantsMouse: Bool {
    if case .pointing = mode { true } else { false }
  }

  /// Whether the terminal is large enough.
  public var fits: Bool { columns >= SpeakerPicture.leastColumns && rows >= SpeakerPicture.leastRows }
}
