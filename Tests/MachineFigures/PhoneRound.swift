import Foundation

/// The results of the phones in a round, from the output of the program `phones` at its end.
struct PhoneRound {
  /// For each phone, the slides that it was notified of, and the pictures of them that it received.
  let tallies: [(slides: Int, pictures: Int)]

  /// Reads a line for each phone after the line `ready`; throws if one is missing.
  init(_ said: String, phones: Int) throws {
    let lines = said.split(separator: "\n")
    tallies = lines.drop { $0 != "ready" }.dropFirst().compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
    guard tallies.count == phones else {
      throw FigureError("Not all \(phones) phones were there to the end. They say: \(said.suffix(500))")
    }
  }

  /// The pictures that came to all.
  var pictures: Int { tallies.reduce(0) { $0 + $1.pictures } }
  /// The pictures of the phone with the fewest.
  var leastPictures: Int { tallies.map(\.pictures).min() ?? 0 }
}
