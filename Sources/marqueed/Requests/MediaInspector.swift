import Configuration
import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import SystemPackage

/// Finds media that cannot be shown. It uses its own thread, because a disk may be slow or never answer.
final class MediaInspector {
  /// The limit of a caller's wait, in nanoseconds.
  static let patience: UInt64 = 1_000_000_000

  private let loop: EventLoop
  private let drawings: DrawingCheck?
  private let find: @Sendable ([Sourced<MediaReference>]) -> MediaWarnings
  private let thread: OnDemandThread
  private var open: [PatientAnswer<MediaWarnings>] = []

  var pending: Int { open.count { $0.isWaiting } }

  /// - Parameters:
  ///   - drawings: examines drawings further; nil to leave that out.
  ///   - find: a replacement for tests.
  init(
    loop: EventLoop, drawings: DrawingCheck? = nil,
    find: @escaping @Sendable ([Sourced<MediaReference>]) -> MediaWarnings = { MediaWarnings.find($0) }
  ) {
    self.loop = loop
    self.drawings = drawings
    self.find = find
    thread = OnDemandThread("marquee-media", main: loop.mailbox, trimsHeap: true)
  }

  static let noAnswer =
    "The media files of the configuration were not checked within a second: a disk is slow, or does not answer."

  /// Calls `completion` once, on the main thread, with the media that cannot be shown, or with nil after `patience`. If an earlier
  /// inspection still runs after `patience`, the answer is nil immediately.
  func inspect(_ media: [Sourced<MediaReference>], then completion: @escaping (MediaWarnings?) -> Void) {
    guard !media.isEmpty else { return completion(MediaWarnings()) }
    guard open.allSatisfy(\.isWaiting) else { return completion(nil) }
    let inspection = PatientAnswer(loop, patience: Self.patience, completion)
    do throws(Errno) {
      try thread.perform({ [find] in find(media) }) { [weak self] warnings in
        self?.open.removeAll { $0 === inspection }
        inspection.complete(warnings)
      }
    } catch {
      return inspection.complete(nil)
    }
    open.append(inspection)
  }

  /// Calls back with a sentence for each medium that cannot be shown. A caller that may only observe gets one sentence for all media,
  /// because a path may belong to a private scene.
  ///
  /// - Parameter waitsForDrawings: whether the answer waits until all drawings are drawn. Otherwise it waits for `patience`, because a
  ///   drawing may take many seconds, and a sentence says that drawings are missing in the answer.
  func warn(
    of configuration: Configuration, for access: AccessLevel = .admin, waitsForDrawings: Bool = false,
    then completion: @escaping ([String]) -> Void
  ) {
    inspect(configuration.media) { [loop, drawings] warnings in
      guard var warnings else { return completion([Self.noAnswer]) }
      let answer = PatientAnswer<[ConfigurationError]>(loop, patience: waitsForDrawings ? nil : Self.patience) {
        warnings.incomplete = $0 ?? []
        let lines = warnings.lines + ($0 == nil ? [DrawingCheck.noAnswer] : [])
        completion(access.contains(.remote) ? lines : [warnings.count].compactMap(\.self))
      }
      guard let drawings else { return answer.complete([]) }
      drawings.check(warnings.drawings) { answer.complete($0) }
    }
  }
}

/// An answer to a caller that waits a limited time.
private final class PatientAnswer<Value> {
  private var completion: ((Value?) -> Void)?
  private var timer: LoopTimer?

  var isWaiting: Bool { completion != nil }

  /// Answers with nil after `patience`, in nanoseconds; nil waits without a limit.
  init(_ loop: EventLoop, patience: UInt64?, _ completion: @escaping (Value?) -> Void) {
    self.completion = completion
    guard let patience else { return }
    timer = loop.makeTimer { [weak self] in self?.complete(nil) }
    timer?.arm(at: MonotonicTime.now.advanced(by: patience))
  }

  /// Answers, if nothing has answered before.
  func complete(_ value: Value?) {
    timer = nil
    completion.take()?(value)
  }
}

/// The media of a configuration that cannot be shown, with the places that name them.
nonisolated struct MediaWarnings: Hashable, Sendable {
  var errors: [ConfigurationError] = []
  /// Media of which a part is not shown.
  var incomplete: [ConfigurationError] = []
  /// The first drawings, for a further check.
  var drawings: [DrawingCheck.Drawing] = []
  /// The files that may be videos, for a further check.
  var videos: [Sourced<String>] = []
  var skipped = 0

  /// The limit of lines in `status`, `plan` and the log.
  static let mostLines = 10

  /// Inspects media on the calling thread, which waits for the disk.
  static func find(_ media: [Sourced<MediaReference>], by inspection: MediaInspection = MediaInspection())
    -> MediaWarnings
  {
    var inspection = inspection
    var warnings = MediaWarnings()
    // In the short form one content may be in several scene configurations.
    var seen: [MediaReference: Set<SourceLocation?>] = [:]
    for reference in media where seen[reference.value, default: []].insert(reference.location).inserted {
      let location = reference.location ?? SourceLocation(file: reference.value.path, line: 1, column: 1)
      let (known, knownVideos) = (inspection.drawings.count, inspection.videos.count)
      switch inspection.finding(of: reference.value) {
      case .fine: break
      case .skipped: warnings.skipped += 1
      case .trouble(let reason):
        warnings.errors.append(ConfigurationError(location: location, keyPath: "", problem: reason))
      }
      warnings.videos += inspection.videos[knownVideos...].map { Sourced($0, at: location) }
      for path in inspection.drawings[known...].prefix(DrawingCheck.most - warnings.drawings.count) {
        guard let opened = inspection.open(drawing: path) else { continue }
        warnings.drawings.append(DrawingCheck.Drawing(opened: opened, location: location))
      }
    }
    return warnings
  }

  var lines: [String] {
    let all = errors + incomplete
    var lines = all.prefix(Self.mostLines).map(\.description)
    let more = all.count - lines.count
    if more > 0 {
      let problem = incomplete.isEmpty ? "cannot be shown" : "cannot be shown, or not completely"
      lines.append("\(more) more media files \(problem). Run `marqueed --check` for the whole list.")
    }
    return lines
  }

  /// The number of media as a sentence; nil if it is zero.
  var count: String? {
    switch errors.count {
    case 0: nil
    case 1: "One media file of the configuration cannot be shown."
    default: "\(errors.count) media files of the configuration cannot be shown."
    }
  }

  /// A sentence about media that were not checked; nil if all were.
  var skippedText: String? {
    guard skipped > 0 else { return nil }
    return "\(skipped) media files were not checked: a check opens at most \(MediaInspection.mostFiles)."
  }
}
