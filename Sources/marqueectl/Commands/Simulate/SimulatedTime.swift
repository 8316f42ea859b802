import ArgumentParser
import ControlProtocol

/// The time of a command `marqueectl simulate`.
struct SimulatedTime: ParsableArguments {
  // As words, so that one below zero is no unknown option.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The time, as 10s or 300ms.", valueName: "time"))
  var words: [String]

  private var loose: LooseWords { LooseWords(words) }

  private var time: Duration? {
    let values = loose.values
    return values.count == 1 ? values.first.flatMap(Duration.init(argument:)) : nil
  }

  var seconds: Double? { time?.seconds }

  func validate() throws {
    try loose.check()
    guard let time else {
      throw ValidationError("\"\(loose.values.joined(separator: " "))\" is no time: expected one, as 10s or 300ms.")
    }
    try time.check("The time", within: SimulateCall.times)
  }
}
