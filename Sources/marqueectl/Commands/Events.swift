import ArgumentParser
import ControlClient
import ControlProtocol

/// The command `marqueectl events`.
struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what happens, until interrupted.",
    discussion: "The first event is the full state. With --json, each event is an object on a line of its own.")

  @OptionGroup var options: DaemonOptions
  @Option(help: ArgumentHelp("End after so many events.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count needs a number from 1 on.") }
  }

  func run() throws {
    let client = try options.connect()
    do throws(ClientError) {
      let reader = try client.events()
      var left = count ?? .max
      while left > 0, let event = try next(from: reader) {
        Console.print(try line(event))
        left -= 1
      }
    } catch {
      throw ToolFailure(error)
    }
  }

  /// The next event; nil where there is none, or nobody reads any more, as behind `head`.
  private func next(from reader: EventReader) throws(ClientError) -> EventInfo? {
    while !Console.hasNoReader {
      do throws(ClientError) {
        return try reader.next(timeoutSeconds: 1)
      } catch .timedOut {
        continue
      }
    }
    return nil
  }

  private func line(_ event: EventInfo) throws(ClientError) -> String {
    guard options.output.json else { return EventText.line(event) }
    do throws(ControlError) {
      return String(decoding: try ControlJSON.encode(event), as: UTF8.self)
    } catch {
      throw .failed(error)
    }
  }
}
