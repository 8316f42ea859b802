internal import ArgumentParser
internal import Glibc

/// Asks the server of this machine for a code.
struct CodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Prints the address and a new code of the server that runs on this machine.")

  @Flag(name: .long, help: "A code for who may look on only.")
  var observe = false

  func run() throws {
    if let answer = CodeSocket.ask(observer: observe) {
      Output.write(String(answer.prefix { !$0.isNewline }))
      return
    }
    let places = CodeSocket.Place().all
    throw RemoteFailure(
      "No marquee-remote was found (looked at \(places.joined(separator: ", "))), or this user may not ask it: members of the group "
        + "marquee may. Start it with `systemctl start marquee-remote`, or by hand.")
  }
}
