extension Scenario {
  /// Every scenario, in the order of what they need to work.
  public static let all: [Scenario] = [
    .plugIn, .monitorChange, .unplugKeepsSession, .otherDisplaysTrouble, .lateEDID, .silentlyLateEDID,
    .knownDisplayReturns, .twins, .rules, .storm, .staticScene, .pacing, .smallChange, .vblank,
    .pictureChoices, .geometryChoices, .foregroundApp, .supportAtRunTime, .roles, .poweredOff, .sharpPicture, .alarm,
    .mirrorsThePanel, .privateStaysInside, .sharedStoreChangesTogether, .interactiveMoves, .twoViews,
    .backgroundIsRefreshed, .newerManifest,
    .choicesAreKept, .unconfirmedMode, .sessionLife, .killedWhileKeeping, .randomLife, .eightScreens,
    .presenterTakesOverAndHandsBack, .controllerDies, .registeredAppIsKept, .askedOnceOneModeset, .neverAnswers,
    .appReturnsAtOnce, .stateIsNotKept, .privateIsNotTold, .typedWhileAway, .badManifests, .eventResume, .messageBanner,
    .notesInWindows, .game, .inputReachesItsApp, .refreshesAreTold, .privateAppRegisters, .sharpPictureOverSocket,
    .switchInTwoRefreshes, .standIn,
    .stateFromTomorrow, .waits, .crash, .watched, .resume, .linkFails,
    .flipsStandStill, .ending,
    .rasterizerDies, .rasterizerStands, .rasterizerIsMissing, .sharedScreenshots, .flood,
    .stalledReader, .descriptorsRunOut, .standardFilesAreClosed,
    .badConfiguration, .badStart, .badRequests, .refusedWithoutWaiting, .badMessages, .badReload, .badScenes,
    .cardHeld, .cardNotPermitted, .staleStoredCard, .cardReturns,
  ]
}
