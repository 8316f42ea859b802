public import Rasterizing

/// What a worker can do, one request at a time.
public protocol RequestHandler: AnyObject {
  /// Works a request off; its numbers are within bounds.
  ///
  /// - Parameter refuse: says why it cannot be done and ends the process, from wherever a library calls back.
  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer
}
