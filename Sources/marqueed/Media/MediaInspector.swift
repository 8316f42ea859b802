import CLinuxEvents
import DisplayTypes
import EventLoop
import SystemPackage

/// Looks for media that cannot be shown on a thread of its own, because a disk may be slow or may not answer at all.
///
/// The thread is there only while there is something to look at.
final class MediaInspector {
  /// How long a caller waits, in nanoseconds.
  static let patience: UInt64 = 1_000_000_000

  private let loop: EventLoop
  private let find: @Sendable ([Sourced<MediaReference>]) -> MediaWarnings
  private var thread: Mailbox?
  private var open: [Inspection] = []

  /// How many callers wait for an answer.
  var pending: Int { open.count { $0.completion != nil } }

  private final class Inspection {
    var completion: ((MediaWarnings?) -> Void)?
    var timer: LoopTimer?

    init(_ completion: @escaping (MediaWarnings?) -> Void) {
      self.completion = completion
    }

    func complete(_ warnings: MediaWarnings?) {
      timer = nil
      let call = completion
      completion = nil
      call?(warnings)
    }
  }

  /// Makes an inspector; `find` is another look than the usual one, for tests.
  init(
    loop: EventLoop, find: @escaping @Sendable ([Sourced<MediaReference>]) -> MediaWarnings = { MediaWarnings.find($0) }
  ) {
    self.loop = loop
    self.find = find
  }

  /// What is said in place of warnings when there is no answer in time.
  static let noAnswer =
    "The media files of the configuration were not looked at within a second: a disk is slow, or does not answer."

  /// Calls `completion` once, on the main thread, with the media that cannot be shown, or with nil after `patience`.
  ///
  /// While an earlier look takes longer than that, the answer is nil at once.
  func inspect(_ media: [Sourced<MediaReference>], then completion: @escaping (MediaWarnings?) -> Void) {
    guard !media.isEmpty else { return completion(MediaWarnings()) }
    guard open.allSatisfy({ $0.completion != nil }), let thread = startedThread() else { return completion(nil) }
    let inspection = Inspection(completion)
    open.append(inspection)
    let timer = loop.makeTimer { inspection.complete(nil) }
    timer.arm(at: MonotonicTime.now.advanced(by: Self.patience))
    inspection.timer = timer
    let main = loop.mailbox
    let relay = AnswerRelay<MediaWarnings> { [weak self] warnings in
      self?.ended(inspection)
      inspection.complete(warnings)
    }
    thread.post { [find] in
      let warnings = find(media)
      main.post { MainActor.assumeIsolated { relay.complete(warnings) } }
    }
  }

  private func startedThread() -> Mailbox? {
    if let thread { return thread }
    thread = try? LoopThread.start(name: "marquee-media")
    return thread
  }

  private func ended(_ inspection: Inspection) {
    open.removeAll { $0 === inspection }
    guard open.isEmpty, let thread else { return }
    self.thread = nil
    thread.post {
      // What the names took goes back to the system.
      marquee_trim_heap()
      EventLoop.current?.stop()
    }
  }
}
