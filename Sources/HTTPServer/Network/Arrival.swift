/// A client that has connected.
struct Arrival {
  let socket: PlainSocket
  /// The client's address.
  let address: String
  /// The address of this machine that it has called.
  let own: String
}
