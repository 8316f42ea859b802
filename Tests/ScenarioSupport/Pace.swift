internal import Glibc

/// Lets time pass where time is what the scenario is about: between the steps of a storm, and while nothing may happen.
///
/// Never to wait for something that can be asked for.
func letPass(seconds: Double) {
  var left = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
  var rest = timespec()
  while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
}
