extension Scenario {
  /// The scenarios that need real time on the simulated bench too.
  static let inRealTime: [(scenario: Scenario, reason: String)] = [
    (.staticScene, "it counts how often the kernel wakes the daemon in some seconds"),
    (.talkSlowReader, "it counts how often the kernel wakes the daemon in some seconds"),
    (.descriptorsRunOut, "it counts how often the daemon tries again in some seconds"),
    (.watched, "its supervisor and the watchdog use the kernel's clock"),
    (.killedWhileKeeping, "the daemon is killed at random moments"),
    (.clientsContinueDuringAWrite, "a stopped clock would wait for the disk too"),
    (.failedSyncIsReportedOnce, "a stopped clock would wait for the disk too"),
    (.acceptedChangesAreWrittenAtTheEnd, "a stopped clock would wait for the disk too"),
    (.registrationWaitsForTheDisk, "a stopped clock would wait for the disk too"),
    (.inputsDoNotFillTheMemory, "a stopped clock would wait for the disk too"),
    (.talkWaitsForItsFiles, "a stopped clock would wait for the disk too"),
    (.reloadWaitsForItsFile, "a stopped clock would wait for the disk too"),
    (.playsAreSyncedAtTheEnd, "a stopped clock would wait for the disk too"),
    (.pictureProcessDies, "processes are killed while they draw, and a stopped clock would wait for them"),
    (.brokenFiles, "it stops the clock and advances it itself"),
    (.playsAreProved, "it stops the clock and advances it by marqueectl"),
    (.flood, "it measures how many requests are served in some seconds"),
    (.controllerInSwift, "its app is another program"),
    (.declaredScenes, "its app is another program"),
    (.declaredScenesOfScreens, "its app is another program"),
    (.declaredScenesReturn, "its app is another program"),
    (.messageBanner, "its app is another program"),
    (.notesInWindows, "its app is another program"),
    (.notesOfAPlainUser, "its app is another program"),
    (.game, "its app is another program"),
    (.streams, "its servers are other programs"),
    (.streamSecrets, "its servers are other programs"),
    (.streamCuts, "its servers are other programs"),
    (.streamMemory, "its servers are other programs"),
    (.setupCard, "marquee-remote is another program"),
  ]

  /// The reason for real time on the simulated bench; nil if its clock is stopped.
  public var realTimeReason: String? {
    Self.inRealTime.first { $0.scenario.description == description }?.reason
  }
}
