extension Scenario {
  /// The scenarios that need real time on the simulated bench too.
  static let inRealTime: [(scenario: Scenario, reason: String)] = [
    (.staticScene, "it counts how often the kernel wakes the daemon in some seconds"),
    (.talkSlowReader, "it counts how often the kernel wakes the daemon in some seconds"),
    (.descriptorsRunOut, "it counts how often the daemon tries again in some seconds"),
    (.watched, "its supervisor and the watchdog have the kernel's clock"),
    (.killedWhileKeeping, "the daemon is to be killed at moments of which it knows nothing"),
    (.othersGoOnWhileAWriteWaits, "the disk is waited for, which a clock that stands would do as well"),
    (.aFailedSyncIsToldOnce, "the disk is waited for, which a clock that stands would do as well"),
    (.whatWasAcceptedIsWrittenAtTheEnd, "the disk is waited for, which a clock that stands would do as well"),
    (.appsHearOfWhatIsKept, "the disk is waited for, which a clock that stands would do as well"),
    (.inputsDoNotFillTheMemory, "the disk is waited for, which a clock that stands would do as well"),
    (.talkWaitsForItsFiles, "the disk is waited for, which a clock that stands would do as well"),
    (.reloadWaitsForItsFile, "the disk is waited for, which a clock that stands would do as well"),
    (.playsAreSyncedAtTheEnd, "the disk is waited for, which a clock that stands would do as well"),
    (.pictureProcessDies, "processes are killed while they draw, which a clock that stands would wait for"),
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
    (.setupCard, "marquee-remote is another program"),
  ]

  /// The reason for real time on the simulated bench; nil if its clock is stopped.
  public var realTimeReason: String? {
    Self.inRealTime.first { $0.scenario.description == description }?.reason
  }
}
