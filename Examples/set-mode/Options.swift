/// The options of the command line.
struct Options {
  var path = "/dev/dri/card0"
  var isLegacy = false
  var usesGBM = false
  var flipCount = 60
  var holdSeconds = 5
  var handsOver = false
  var inherited: Int32?

  init(_ arguments: some Sequence<String>) {
    var name: String?
    for argument in arguments {
      switch (name, argument) {
      case ("--flips", _): flipCount = max(1, Int(argument) ?? flipCount)
      case ("--hold", _): holdSeconds = max(0, Int(argument) ?? holdSeconds)
      case ("--adopt", _): inherited = Int32(argument)
      case (_, "--hand-over"): handsOver = true
      case (_, "--legacy"): isLegacy = true
      case (_, "--gbm"): usesGBM = true
      case (_, "--flips"), (_, "--hold"), (_, "--adopt"):
        name = argument
        continue
      default: path = argument
      }
      name = nil
    }
  }
}
