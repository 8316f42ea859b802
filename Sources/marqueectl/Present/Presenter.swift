import ControlClient
import ControlProtocol
import Glibc
import SpeakerNotes
import SpeakerView

/// The presenter on a terminal: waits for keys, the daemon, signals and the clock, and draws what changed.
///
/// It keeps nothing of the talk: several can run at once, and one that is killed leaves the picture alone.
final class Presenter {
  var state: SpeakerState
  let terminal: Terminal
  let signals: SignalReader
  let link: TalkLink
  let enquiry: Enquiry
  let phone: PhoneChild?
  /// Notes of a file that are not set yet, since not all labels of slides are known, or the daemon was away.
  var notes: NotesToSet?
  var decoder = InputDecoder()
  var writer: GridWriter
  var shown: CellGrid?
  var pictures: TerminalPictures
  var needsDrawing = true
  var ending: PresenterEnding?
  /// When slides and pictures are asked for again, after that failed.
  var askAgainAt: UInt64 = 0
  /// How often that failed in a row.
  var failures = 0
  /// Pictures that could not be made.
  var asksNoMore: Set<SlidePicture> = []
  /// Slides whose notes somebody else may have changed.
  var refresh: Set<Int> = []

  init(
    talk: TalkInfo, notes: NotesToSet?, phone: PhoneChild?, environment: [String: String],
    connect: @escaping () throws(ClientError) -> ControlClient
  ) throws {
    state = SpeakerState(talk: talk)
    self.notes = notes
    self.phone = phone
    let kind = environment["TERM"] ?? ""
    do throws(TerminalError) {
      signals = try SignalReader()
      terminal = try Terminal(kind: kind)
    } catch {
      throw ToolFailure(message: "\(error.description). The talk goes on without this view.", status: .failed)
    }
    link = TalkLink(connect)
    enquiry = Enquiry(connect)
    let letters: GridWriter.Letters = kind == "linux" ? .console : .unicode
    writer = GridWriter(colors: ColorDepth(environment: environment), letters: letters)
    pictures = TerminalPictures(isConsole: kind == "linux")
  }

  /// Presents until the speaker goes, the talk is over, or a signal says so; the terminal is given back.
  func run() throws -> PresenterEnding {
    do throws(TerminalError) {
      try terminal.enter()
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
    defer { terminal.leave() }
    measure()
    decoder.expectCursor()
    terminal.write(pictures.question)
    while ending == nil {
      keepLink()
      keepPhone()
      askFurther()
      draw()
      wait()
    }
    takeCodeAway()
    return ending ?? .left
  }

  /// Waits for whatever comes first, and takes it in.
  private func wait() {
    var entries = [
      pollfd(
        fd: terminal.descriptor, events: Int16(terminal.isDrained ? POLLIN : POLLIN | POLLOUT), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: enquiry.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: phone?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: phone?.complaints ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), timeout())
    tick()
    guard count > 0 else {
      if count == 0, decoder.isWaiting { take(decoder.flush()) }
      return
    }
    if entries[1].revents != 0 { takeSignals() }
    if entries[2].revents != 0 { takeNews() }
    if entries[3].revents != 0 { takeAnswer() }
    if entries[5].revents != 0 { phone?.readComplaints() }
    if entries[4].revents != 0 { takePhone() }
    if entries[0].revents & Int16(POLLOUT) != 0 { _ = terminal.flush() }
    if entries[0].revents & ~Int16(POLLOUT) != 0 { takeInput() }
  }

  /// Milliseconds until something is to be done without anything coming.
  private func timeout() -> Int32 {
    if decoder.isWaiting { return 60 }
    var least = PresenterClock.timeOfDay().millisecondsLeft
    // The end of a process makes nothing readable.
    if phone?.isEnding == true { least = min(least, 20) }
    for moment in [link.retryAt, askAgainAt > state.now ? askAgainAt : nil, phone?.startsAt] {
      guard let moment else { continue }
      let left = moment > state.now ? (moment - state.now) / 1_000_000 + 1 : 0
      least = min(least, Int32(clamping: left))
    }
    return max(1, least)
  }

  /// The clocks go on.
  private func tick() {
    state.now = PresenterClock.monotonic
    state.clock = PresenterClock.timeOfDay().text
    needsDrawing = true
  }

  /// How large the terminal is.
  func measure() {
    let size = terminal.size()
    (state.columns, state.rows) = (size.columns, size.rows)
    pictures.setCell(width: size.cellWidth, height: size.cellHeight)
    state.cellShape = pictures.cellShape
    tick()
    shown = nil
  }
}
