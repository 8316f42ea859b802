import DisplayTypes

/// One line of a timing table: clock in kHz, then display, sync start, sync end and total of both directions.
struct TimingRow {
  let mode: ScreenMode

  init(
    _ clock: UInt32, _ width: UInt16, _ syncStart: UInt16, _ syncEnd: UInt16, _ total: UInt16, _ height: UInt16,
    _ verticalSyncStart: UInt16, _ verticalSyncEnd: UInt16, _ verticalTotal: UInt16, _ flags: TimingFlags,
    _ aspect: PictureAspect? = nil
  ) {
    mode = ScreenMode(
      clockKilohertz: clock,
      horizontal: ModeTiming(display: width, syncStart: syncStart, syncEnd: syncEnd, total: total),
      vertical: ModeTiming(
        display: height, syncStart: verticalSyncStart, syncEnd: verticalSyncEnd, total: verticalTotal),
      flags: flags.rawValue, pictureAspect: aspect)
  }
}
