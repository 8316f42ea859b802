import ArgumentParser
import ControlProtocol

/// The command `marqueectl session frame SESSION [X Y WIDTH HEIGHT]`.
struct SessionFrame: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Move the window of an application scene; without numbers, put it beside the others.",
    discussion: "Numbers are shares of the display: 0.5 0 0.5 1 is its right half.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String
  // With a minus a number is no option.
  @Argument(parsing: .allUnrecognized, help: "Left, top, width and height, each from 0 to 1.")
  var numbers: [Double] = []

  func validate() throws {
    guard numbers.isEmpty || numbers.count == 4 else {
      throw ValidationError("Say left, top, width and height, or nothing.")
    }
    guard numbers.allSatisfy({ (0...1).contains($0) }) else {
      throw ValidationError("Left, top, width and height are shares of the display, each from 0 to 1.")
    }
  }

  func run() throws {
    let frame =
      numbers.count == 4 ? FrameInfo(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    try options.run(SetFrameCall(session: session, frame: frame, noWait: options.noWaitParameter))
  }
}
