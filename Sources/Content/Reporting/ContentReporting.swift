/// Tells what a scene really shows.
public protocol ContentReporting: AnyObject {
  /// What is shown now; nil while nothing is played, as in the background.
  var report: ContentReport? { get }
  /// What is known, also while nothing is played, of files and texts of it that cannot be shown, a sentence each: what is broken inside is known only to
  /// who has tried to show it.
  var knownTroubles: [String] { get }
}
