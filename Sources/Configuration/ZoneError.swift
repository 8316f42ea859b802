/// Why the rules of a time zone are not known.
public enum ZoneError: Error, Hashable, Sendable {
  /// There is no such zone; the one that was probably meant.
  case unknown(String, nearest: String?)
  /// The machine knows no time zones at all.
  case noDatabase(String)
}

extension ZoneError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .unknown(let zone, let nearest):
      "there is no time zone \"\(zone)\""
        + (nearest.map { "; did you mean \($0)?" } ?? "; names are as Europe/Berlin or UTC (timedatectl list-timezones)")
    case .noDatabase(let zone):
      "the time zone \"\(zone)\" is not known, since \(ZoneDatabase.folder) is missing; install the package tzdata"
    }
  }
}
