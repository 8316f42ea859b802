internal import Foundation

extension Scenario {
  /// Every scenario. Later scenarios build on the features of earlier ones.
  public static let all: [Scenario] = [
    .plugIn, .monitorChange, .unplugKeepsSession, .otherDisplaysTrouble, .lateEDID, .silentlyLateEDID,
    .knownDisplayReturns, .slowLink, .twins, .addedTwin, .rules, .storm, .staticScene, .pacing, .exactFrames,
    .smallChange, .shortForm, .shortMirror,
    .vblank, .surface, .surfaceSizes, .faultyPrograms, .surfaceSamples,
    .pictureChoices, .geometryChoices, .foregroundApp, .supportAtRunTime, .roles, .poweredOff, .darkBySchedule,
    .offHoursOfDays, .changesOverBrokenContent,
    .blankIsKept,
    .missingAdapterIsReported, .displayPowerByDDC, .displayPowerBySchedule,
    .sharpPicture, .alarm, .raisedAlarm, .alarmNotes, .alarmEnds, .confinedContent,
    .mirrorsThePanel, .privateStaysInside, .sharedStoreChangesTogether, .interactiveMoves, .twoViews,
    .addedPanel, .twoViewsSwitch, .twoViewsUnplugged, .twoViewsWindows,
    .backgroundIsRefreshed, .newerManifest,
    .choicesAreKept, .unconfirmedMode, .sessionLife, .killedWhileKeeping, .randomLife, .eightScreens,
    .presenterTakesOverAndHandsBack, .controllerDies, .registeredAppIsKept, .askedOnceOneModeset, .neverAnswers,
    .appReturnsAtOnce, .stateIsNotKept,
    .clientsContinueDuringAWrite, .failedSyncIsReportedOnce, .acceptedChangesAreWrittenAtTheEnd,
    .talkWaitsForItsFiles, .registrationWaitsForTheDisk, .inputsDoNotFillTheMemory, .reloadWaitsForItsFile,
    .playsAreSyncedAtTheEnd,
    .typedWhileAway, .badManifests, .eventResume, .messageBanner,
    .notesInWindows, .notesOfUnknownRequests, .requestedScene, .requestOfAnAbsentApp, .requestOfADeclaredApp,
    .interactiveRole, .game,
    .inputReachesItsApp, .pointerInWindows, .refreshesReachTheirApp, .privateAppRegisters, .sharpPictureOverSocket,
    .switchInTwoRefreshes, .standIn, .picturesPlay, .deckPages, .textsPlay, .playsAreProved, .manyPlays, .brokenFiles,
    .contentIsReported, .pictureProcessDies, .keysTurnPages, .touchReachesScenes, .fingersReachScenes,
    .pointerOnPlane, .keyboardTypesText, .keyIsSeenSoon,
    .stateFromTomorrow, .waits, .stillWaits, .codedFrames, .distantKeyFrames, .videoFollowsTheClock, .talkVideos,
    .videoItems, .codedClips,
    .videoSlews, .videoRounds, .videoForms, .videoColors, .videoFaults, .videoFrames,
    .videosOnTwoBoxes, .streams, .streamsInTheDark, .streamSecrets, .streamCuts, .streamMemory, .videoSound,
    .videoSoundForTenMinutes,
    .crash, .watched, .resume, .linkFails,
    .flipsStall, .ending,
    .rasterizerDies, .rasterizerIsAhead, .rasterizerHangs, .rasterizerIsMissing, .sharedScreenshots, .smallScreenshots,
    .flood,
    .stalledReader, .descriptorsRunOut, .standardFilesAreClosed,
    .reloadFollowsThePlan, .reportDecidesTheSame, .hardLivesAreReplayed, .brokenReports,
    .controllerInSwift, .declaredScenes, .declaredScenesOfScreens, .declaredScenesReturn, .messageForm,
    .badConfiguration, .missingMedia, .formerConfiguration, .badStart, .badRequests, .refusedWithoutWaiting,
    .badMessages, .badReload, .answersAfterFlips, .audit,
    .badScenes,
    .talkLivesOn, .talkAsksAboutNewDisplays, .talkHandsBack, .talkDeckDisappears, .talkReachesItsWatchers,
    .turnInTwoRefreshes, .turnNeedsNoDrawing, .talkThroughModes, .talkOfFourControllers, .talkSlowReader,
    .talkIsKeptFirst, .incompleteNotesAreDropped, .talkTransitions,
    .newTalkAsksAgain, .consoleBesideTalk, .presentsOnTheConsole,
    .setupCard, .setupCardChanges,
    .cardHeld, .cardNotPermitted, .keptCardIsClosed, .cardReturns,
    .framebuffersAreRefused, .connectorsAreUnreadable, .flipsFail, .flipEventIsLost,
    // It types on the console, which other scenarios photograph.
    .grabbedKeys,
  ]

  /// The scenarios that also connect as another user. Play them on the simulated bench if `mayBeOthers`.
  public static var asOthers: [Scenario] {
    named([
      .privateValuesAreHidden, .tokensOfOthers, .notesOfAPlainUser, .setupCodeIsHidden,
    ])
  }

  /// Whether this process may connect as another user, which needs root.
  public static var mayBeOthers: Bool { geteuid() == 0 }
}
