import ContentModel
import DisplayTypes
import EventLoop
import Glibc
import Rasterizing
import SystemPackage

/// Finds videos whose key frames are so far apart that a clip cannot continue quickly, for `marqueed --check`. The program `marquee-video`
/// reads each file for at most ten seconds. The calling thread waits.
nonisolated struct KeyFrameCheck {
  /// The files with key frames that are too far apart, which are shown nevertheless.
  private(set) var warnings: [ConfigurationError] = []
  /// The files that cannot be played.
  private(set) var refusals: [ConfigurationError] = []
  /// A sentence for each file that was not read, or not to its end.
  private(set) var notes: [String] = []

  /// The largest distance in nanoseconds without a warning.
  private static let farthest: UInt64 = 5_000_000_000
  /// The milliseconds for an answer. The program has a limit of its own.
  private static let patience: Int32 = 15_000
  private static let most = 200

  init(_ videos: [Sourced<String>], program: String) {
    guard !videos.isEmpty else { return }
    if let obstacle = VideoProcesses.obstacle(of: program) {
      notes = ["videos: \(obstacle)"]
      return
    }
    for video in videos.prefix(Self.most) {
      let path = video.value
      switch Self.answer(about: path, program) {
      case .success((let distance, _)) where distance > Self.farthest:
        let name = FilePath(path).lastComponent?.string ?? "FILE"
        let problem =
          "\(path): its key frames are up to \(Self.seconds(distance)) apart, so it may continue late after a replug. "
          + "Make another file: ffmpeg -i \(name) -c:v libx264 -g 50 new.mp4"
        warnings.append(Self.error(about: video, problem))
      case .success((_, true)): break
      case .success((_, false)):
        notes.append(
          Quoting.whole("\(path): its key frames were not read to its end, which would take more than 10 s."))
      case .failure(let refusal) where refusal.isFinal:
        refusals.append(Self.error(about: video, "\(path): \(refusal.text)"))
      case .failure(let refusal):
        notes.append(Quoting.whole("\(path): its key frames were not read: \(refusal.text)."))
      }
    }
    if videos.count > Self.most {
      notes.append("The key frames of \(videos.count - Self.most) more videos were not read.")
    }
  }

  private static func error(about video: Sourced<String>, _ problem: String) -> ConfigurationError {
    let location = video.location ?? SourceLocation(file: video.value, line: 1, column: 1)
    return ConfigurationError(location: location, keyPath: "", problem: Quoting.whole(problem))
  }

  private struct Refusal: Error {
    let text: String
    /// Whether the file itself is the reason, so that it cannot be played either.
    var isFinal = false
  }

  /// The largest distance of key frames, and whether the file was read to its end.
  private static func answer(about path: String, _ program: String) -> Result<(UInt64, Bool), Refusal> {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .failure(Refusal(text: "\(Errno(rawValue: errno))")) }
    defer { close(file) }
    do throws(Errno) {
      let worker = try WorkerProcess(
        path: program, arguments: [], environment: ["MALLOC_ARENA_MAX": "2"], socketNumber: 3,
        longestPacket: SurfaceMessage.longest)
      try worker.send(SurfaceMessage.bytes(of: .inspect), descriptors: [file])
      var entry = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, patience) < 0, errno == EINTR {}
      guard case .packet(let bytes, let descriptors) = worker.receive() else {
        return .failure(Refusal(text: "\(program) did not answer"))
      }
      for descriptor in descriptors { close(descriptor) }
      switch try? SurfaceMessage.request(bytes) {
      case .keyFrames(let distance, let isWhole): return .success((distance, isWhole))
      case .refusal(let reason): return .failure(Refusal(text: reason, isFinal: true))
      case .hello, .buffer, .frame, .clip, .end, .slow, .silent, .sought, nil:
        return .failure(Refusal(text: "\(program) sent a wrong answer"))
      }
    } catch {
      return .failure(Refusal(text: "\(program) cannot be started: \(error)"))
    }
  }

  /// A time in words, as `7.5 s`.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = nanoseconds / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
