/// Tells whose page has sent a request.
enum OriginCheck {
  /// What a request says of itself.
  struct Claims {
    var origin: String?
    var fetchSite: String?
    var fetchMode: String?
    var host: String?
  }

  /// Whether something may be changed: the page must be one of this server, and the browser must say so.
  static func mayChange(_ claims: Claims, isSecure: Bool) -> Bool {
    guard let host = claims.host?.lowercased() else { return false }
    if let site = claims.fetchSite, site != "same-origin" { return false }
    guard let origin = claims.origin?.lowercased() else { return claims.fetchSite == "same-origin" }
    return origin == "\(isSecure ? "https" : "http")://\(host)"
  }

  /// Whether something may be read: nothing is told to other sites' pages, but a link may lead here.
  static func mayRead(_ claims: Claims, isSecure: Bool) -> Bool {
    if let origin = claims.origin?.lowercased(), let host = claims.host?.lowercased(),
      origin != "\(isSecure ? "https" : "http")://\(host)"
    {
      return false
    }
    guard let site = claims.fetchSite else { return true }
    return site == "same-origin" || site == "none" || claims.fetchMode == "navigate"
  }
}
