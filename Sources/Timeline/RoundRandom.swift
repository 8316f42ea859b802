/// The numbers that shuffle a round: the same on every box, whatever its processor.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), begun with the round's number.
struct RoundRandom {
  private var state: UInt64

  init(round: Int64) {
    state = UInt64(bitPattern: round) &* 0xD134_2543_DE82_EF95
    _ = next()
  }

  /// A number from 0 to below `bound`, which is at least 1.
  mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
