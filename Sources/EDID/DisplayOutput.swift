/// A device of a sound card that plays on a display.
public struct DisplayOutput: Hashable, Sendable {
  /// The name that ALSA has for it, as `hw:0,3`.
  public let name: String
  /// The display behind it; nil if none is connected.
  public let eld: ELD?

  /// Makes the output of a name.
  public init(name: String, eld: ELD?) { (self.name, self.eld) = (name, eld) }

  /// The reason why a display has no sound, as a sentence.
  public struct Missing: Error, Hashable, Sendable {
    /// The sentence, without the display's name.
    public let reason: String
  }

  /// The output of a display.
  ///
  /// - Parameters:
  ///   - maker: the maker's code, as in `ELD`.
  ///   - product: the maker's code for the product.
  ///   - rank: the number of displays of the same product on the connectors before it. Sound cards have them in the same order.
  ///   - outputs: all outputs, in the order of cards and devices.
  public static func choose(
    maker: UInt16, product: UInt16, rank: Int, among outputs: [DisplayOutput]
  ) -> Result<String, Missing> {
    guard !outputs.isEmpty else {
      return .failure(Missing(reason: "no sound card of this machine has an output for displays"))
    }
    let equal = outputs.filter { $0.eld?.maker == maker && $0.eld?.product == product }
    guard let output = rank < equal.count ? equal[rank] : equal.first else {
      return .failure(
        Missing(reason: "no output of a sound card belongs to the display: its adapter may carry no sound"))
    }
    guard output.eld?.acceptsSound == true else { return .failure(Missing(reason: "the display accepts no sound")) }
    return .success(output.name)
  }
}
