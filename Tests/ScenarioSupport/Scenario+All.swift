internal import Foundation

extension Scenario {
  /// Every scenario, in the order of what they need to work.
  public static let all: [Scenario] = [
    .plugIn, .monitorChange, .unplugKeepsSession, .otherDisplaysTrouble, .lateEDID, .silentlyLateEDID,
    .knownDisplayReturns, .slowLink, .twins, .addedTwin, .rules, .storm, .staticScene, .pacing, .exactFrames,
    .smallChange,
    .vblank,
    .pictureChoices, .geometryChoices, .foregroundApp, .supportAtRunTime, .roles, .poweredOff, .darkBySchedule,
    .offHoursOfDays, .changesOverBrokenContent,
    .blankIsKept,
    .displayPowerIsTold, .displayPowerByDDC, .displayPowerBySchedule,
    .sharpPicture, .alarm, .raisedAlarm, .alarmEnds,
    .mirrorsThePanel, .privateStaysInside, .sharedStoreChangesTogether, .interactiveMoves, .twoViews,
    .twoViewsSwitch, .twoViewsUnplugged, .twoViewsWindows,
    .backgroundIsRefreshed, .newerManifest,
    .choicesAreKept, .unconfirmedMode, .sessionLife, .killedWhileKeeping, .randomLife, .eightScreens,
    .presenterTakesOverAndHandsBack, .controllerDies, .registeredAppIsKept, .askedOnceOneModeset, .neverAnswers,
    .appReturnsAtOnce, .stateIsNotKept,
    .othersGoOnWhileAWriteWaits, .aFailedSyncIsToldOnce, .whatWasAcceptedIsWrittenAtTheEnd,
    .talkWaitsForItsFiles, .appsHearOfWhatIsKept, .inputsDoNotFillTheMemory, .reloadWaitsForItsFile,
    .playsAreSyncedAtTheEnd,
    .typedWhileAway, .badManifests, .eventResume, .messageBanner,
    .notesInWindows, .requestedScene, .interactiveRole, .game,
    .inputReachesItsApp, .refreshesAreTold, .privateAppRegisters, .sharpPictureOverSocket,
    .switchInTwoRefreshes, .standIn, .picturesPlay, .deckPages, .textsPlay, .playsAreProved, .manyPlays, .brokenFiles,
    .contentIsTold, .pictureProcessDies, .keysTurnPages, .touchReachesScenes, .fingersReachScenes, .keyIsSeenSoon,
    .stateFromTomorrow, .waits, .crash, .watched, .resume, .linkFails,
    .flipsStandStill, .ending,
    .rasterizerDies, .rasterizerStands, .rasterizerIsMissing, .sharedScreenshots, .smallScreenshots, .flood,
    .stalledReader, .descriptorsRunOut, .standardFilesAreClosed,
    .planIsWhatReloadDoes, .reportDecidesTheSame, .hardLivesAreReplayed, .brokenReports,
    .controllerInSwift, .declaredScenes, .declaredScenesOfScreens, .declaredScenesReturn, .messageForm,
    .badConfiguration, .missingMedia, .formerConfiguration, .badStart, .badRequests, .refusedWithoutWaiting,
    .badMessages, .badReload, .audit,
    .badScenes,
    .talkLivesOn, .talkAsksOfNewDisplays, .talkHandsBack, .talkDeckDisappears, .talkIsTold, .turnInTwoRefreshes,
    .turnNeedsNoDrawing, .talkThroughModes, .talkOfFourControllers, .talkSlowReader, .talkIsKeptFirst,
    .talkNotesComeWhole,
    .talkAsksAnew, .consoleBesideTalk, .presentsOnTheConsole,
    .setupCard, .setupCardChanges,
    .cardHeld, .cardNotPermitted, .staleStoredCard, .cardReturns,
    .framebuffersAreRefused, .connectorsAreUnreadable, .flipsFail,
    // It types at the console, which others look at.
    .grabbedKeys,
  ]

  /// Those in which somebody else speaks to the daemon as well; to be played on the simulated bench where `mayBeOthers`.
  public static var asOthers: [Scenario] {
    named([
      .privateIsNotTold, .tokensOfOthers, .notesOfAPlainUser, .setupCodeIsHidden,
    ])
  }

  /// Whether this process may speak as another user, which takes root.
  public static var mayBeOthers: Bool { geteuid() == 0 }
}
