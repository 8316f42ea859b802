extension PlayInfo {
  /// The names of the columns.
  public static let csvHeader =
    "screen,session,item,content,first flip,last flip,end,first flip ns,last flip ns,end ns,flips,ending,reason,timestamps,clock"

  /// The line, as RFC 4180 has it, without its end.
  public var csvLine: String {
    [
      screen, session, item, content, firstFlip, lastFlip, end, "\(firstFlipNanoseconds)", "\(lastFlipNanoseconds)",
      "\(endNanoseconds)", "\(flips)", ending, reason, estimated ? "estimated" : "driver",
      clockRight ? "right" : "unknown",
    ].map(CSV.field).joined(separator: ",")
  }
}
