/// Parameters whose every name is known, as Varlink asks for.
struct StrictParameters<Parameters: ControlParameters>: Decodable {
  var value: Parameters

  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(Parameters.parameterNames)
    value = try Parameters(from: decoder)
  }
}
