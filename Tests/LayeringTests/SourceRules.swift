/// The rules that hold for every line of `Sources/`, beside the imports.
enum SourceRules {
  static let all = [concurrency, dispatch, unsafePromises, architecture]

  /// A job on a default executor starts libdispatch, whose monitor then wakes the process once a second for ever.
  static let concurrency = SourceRule(
    "Swift's own executors", "they start a thread that wakes up every second; use the event loop",
    except: ["marqueectl"]
  ) { line in
    line.contains(/\bTask\s*(\{|\(|<|\.\s*(sleep|detached|yield|immediate|init)\b)/)
      || line.contains(/\basync\s+(let|throws|->)/) || line.contains(/\)\s*async\b/)
      || line.contains(/\bawait\b/)
      || line.contains(/\bwith(Throwing)?(Discarding)?TaskGroup\b/) || line.contains(/\bAsync(Throwing)?Stream\b/)
  }

  static let dispatch = SourceRule(
    "libdispatch", "its threads are not ours to count; use the event loop", except: ["marqueectl"]
  ) {
    $0.contains(
      /\b(Dispatch(Queue|Source|Group|Semaphore|WorkItem|Time|IO)\b|dispatchMain\b|RunLoop\b|Timer\.scheduled)/)
  }

  /// What the compiler is asked to believe, each with a comment that names the guard.
  static let unsafePromises = SourceRule(
    "a promise that the compiler cannot check", "keep these in the few files that SourceRules lists",
    except: [
      "Sources/Composition/Bitmap.swift", "Sources/Rasterizing/MemoryFile.swift",
      "Sources/RasterizerHost/ReplyReader.swift", "Sources/EventLoop/LoopThread.swift",
    ]
  ) {
    $0.contains(/@unchecked\s+Sendable\b/) || $0.contains(/\bnonisolated\s*\(\s*unsafe\s*\)/)
      || $0.contains(/\bunsafeBitCast\b/)
  }

  static let architecture = SourceRule("one architecture only", "boxes behind a TV are as often ARM") {
    $0.contains(/#(if|elseif)\b.*\barch\s*\(/) || $0.contains(/\b(x86_64|_Builtin_intrinsics|SIMD_X86)\b/)
  }
}
