/// The rules that hold for every line of `Sources/`, beside the imports.
enum SourceRules {
  static let all = [concurrency, dispatch, unsafePromises, architecture, decisions]

  /// Programs that end after their work, or serve people who look at pages. They may wake up.
  ///
  /// Apps of other projects use Dispatch's main queue, so that their own tasks run.
  static let controllers: Set = [
    "marqueectl", "DisplayApps", "Sources/marquee-remote/MarqueeRemote.swift",
    "Sources/marquee-remote/ServeCommand.swift", "Sources/marquee-remote/RemoteServer.swift",
    "Sources/marquee-remote/CodeSocket.swift", "Sources/marquee-remote/Access/", "Sources/marquee-remote/Daemon/",
    "Sources/marquee-remote/Requests/",
  ]

  /// A job on a default executor starts libdispatch, whose monitor then wakes the process once a second.
  static let concurrency = SourceRule(
    "Swift's own executors", "they start a thread that wakes up every second; use the event loop",
    patterns: [
      "Task {", "Task (", "Task <", "Task .", "async let", "async throws", "async ->", ") async", "await",
      "withTaskGroup",
      "withThrowingTaskGroup", "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "AsyncStream",
      "AsyncThrowingStream", "AsyncParsableCommand",
    ], except: controllers)

  static let dispatch = SourceRule(
    "libdispatch", "its threads are not ours to count; use the event loop",
    patterns: [
      "DispatchQueue", "DispatchSource", "DispatchGroup", "DispatchSemaphore", "DispatchWorkItem", "DispatchIO",
      "dispatchMain", "RunLoop",
    ], except: controllers)

  /// Promises that the compiler cannot check, each with a comment that names the guard.
  static let unsafePromises = SourceRule(
    "a promise that the compiler cannot check", "keep these in the few files that SourceRules lists",
    patterns: ["@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast"],
    except: [
      "Sources/DisplayTypes/Geometry/Bitmap.swift", "Sources/Rasterizing/MediaFile.swift",
      "Sources/RasterizerHost/ReplyReader.swift", "Sources/EventLoop/LoopThread.swift",
      "Sources/KMSBackend/Buffers/PreparedBuffers.swift", "Sources/marqueectl/Present/Terminal.swift",
    ])

  /// One pure function decides the picture of a screen, and another decides its layers. Other code may only report the decision.
  static let decisions = SourceRule(
    "a decision about the picture", "ask ShownPictureDecision what is shown, and PictureTree for its layers",
    patterns: ["cover . isBlank", "choices . isBlank"],
    except: [
      "Sources/Scenes/Decide/ShownPictureDecision.swift", "Sources/Scenes/Decide/ScreenSettings.swift",
      "Sources/Scenes/Effects/ShownContent.swift", "Sources/marqueed/State/StateRecord.swift",
      // It only reports why an item is no longer shown.
      "Sources/marqueed/Reports/PlaysHandler.swift",
      // It only asks whether the scene is seen, for its sound.
      "Sources/Scenes/Sessions/SessionLifetimes.swift",
    ])

  static let architecture = SourceRule(
    "one architecture only", "boxes behind a TV are as often ARM",
    patterns: ["arch (", "x86_64", "_Builtin_intrinsics"])
}
