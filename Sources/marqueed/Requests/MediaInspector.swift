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
  private var open: [Inspection] = []

  var pending: Int { open.count { $0.completion != nil } }

  private final class Inspection {
    var completion: ((MediaWarnings?) -> Void)?
    var timer: LoopTimer?

    init(_ completion: @escaping (MediaWarnings?) -> Void) { self.completion = completion }

    func complete(_ warnings: MediaWarnings?) {
      timer = nil
      let call = completion
      completion = nil
      call?(warnings)
    }
  }

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
    guard open.allSatisfy({ $0.completion != nil }) else { return completion(nil) }
    let inspection = Inspection(completion)
    do throws(Errno) {
      try thread.perform({ [find] in find(media) }) { [weak self] warnings in
        self?.open.removeAll { $0 === inspection }
        inspection.complete(warnings)
      }
    } catch {
      return completion(nil)
    }
    open.append(inspection)
    inspection.timer = loop.makeTimer { inspection.complete(nil) }
    inspection.timer?.arm(at: MonotonicTime.now.advanced(by: Self.patience))
  }

  /// Calls back with a sentence for each medium that cannot be shown. A caller that may only observe gets one sentence for all media,
  /// because a path may belong to a private scene.
  func warn(
    of configuration: Configuration, for access: AccessLevel = .admin, then completion: @escaping ([String]) -> Void
  ) {
    inspect(configuration.media) { [drawings] warnings in
      guard var warnings else { return completion([Self.noAnswer]) }
      func complete() {
        completion(access.contains(.remote) ? warnings.lines : [warnings.count].compactMap(\.self))
      }
      guard let drawings else { return complete() }
      drawings.check(warnings.drawings) {
        warnings.incomplete = $0
        complete()
      }
    }
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
