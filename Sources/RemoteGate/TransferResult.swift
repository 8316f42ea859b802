/// How a read or a write ended that does not wait.
enum TransferResult: Equatable {
  /// So many bytes went.
  case bytes(Int)
  /// Nothing can be done before more has come.
  case wantsRead
  /// Nothing can be done before more can be sent.
  case wantsWrite
  /// The other side has gone, or speaks nonsense.
  case over
}
