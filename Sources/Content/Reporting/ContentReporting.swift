/// Tells what a scene really shows.
public protocol ContentReporting: AnyObject {
  /// What is shown now; nil while nothing is played, as in the background.
  var report: ContentReport? { get }
}
