/// Time that goes only when a test lets it: while a client waits, the test advances the daemon's clock.
package protocol TestedTime: AnyObject {
  /// Seconds on that clock.
  var now: Double { get }
  /// Returns once the daemon has done everything that is due; no time passes.
  func settle() throws(ClientError)
  /// Lets time pass up to the next thing that is due, at most so many seconds, and returns once the daemon has done it.
  func pass(atMost seconds: Double) throws(ClientError)
}
