import Foundation

/// What phones had in a round, by what the `phones` program says at its end.
struct PhoneRound {
  /// Slides that each was told of, and pictures of them that it has got.
  let tallies: [(slides: Int, pictures: Int)]

  /// Reads a line for each phone behind the line `ready`; throws where one is missing.
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
  /// Those that came to the phone with the fewest.
  var leastPictures: Int { tallies.map(\.pictures).min() ?? 0 }
}
