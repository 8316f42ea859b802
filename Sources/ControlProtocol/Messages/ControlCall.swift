/// A call as the server receives it: the method, the flags, and the typed request or what is wrong with it.
public struct ControlCall: Sendable {
  /// A request to one of the two interfaces.
  public enum Request: Hashable, Sendable {
    /// To `org.varlink.service`.
    case service(ServiceRequest)
    /// To `org.marquee.Display`.
    case display(ControlRequest)
  }

  /// The method's full name, as the client wrote it.
  public var methodName: String
  /// The method; nil where there is none of that name.
  public var method: ControlMethod?
  /// Whether the client takes more than one reply.
  public var wantsMore: Bool
  /// Whether the client takes no reply.
  public var isOneway: Bool
  /// The request, or the error that the call is answered with.
  public var request: Result<Request, ControlError>

  /// Reads a message without its terminating NUL.
  ///
  /// Throws `ControlError.malformedMessage` where it is no Varlink call at all; whatever is wrong with a call that can be
  /// answered is in `request`.
  public init(message: [UInt8]) throws(ControlError) {
    self = try ControlJSON.decode(ControlCall.self, from: message)
  }
}

extension ControlCall: Decodable {
  private enum EnvelopeKeys: String, CodingKey {
    case method, parameters, more, oneway, upgrade
  }

  /// Reads the envelope, then the parameters by the method's type.
  public init(from decoder: any Decoder) throws {
    let envelope: KeyedDecodingContainer<EnvelopeKeys>
    do {
      envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
      methodName = try envelope.decode(String.self, forKey: .method)
      wantsMore = try envelope.decodeIfPresent(Bool.self, forKey: .more) ?? false
      isOneway = try envelope.decodeIfPresent(Bool.self, forKey: .oneway) ?? false
    } catch {
      throw ControlError.malformedMessage(reason: "expected an object with \"method\" as a string")
    }
    guard !(wantsMore && isOneway) else {
      throw ControlError.malformedMessage(reason: "\"more\" and \"oneway\" contradict each other")
    }
    method = ControlMethod(rawValue: methodName)
    request = .failure(.invalidParameter(parameter: "upgrade"))
    guard try envelope.decodeIfPresent(Bool.self, forKey: .upgrade) != true else { return }
    request = Result { try Self.request(method, name: methodName, in: envelope) }.mapError(ControlJSON.controlError)
  }

  private static func request(
    _ method: ControlMethod?, name: String, in envelope: KeyedDecodingContainer<EnvelopeKeys>
  ) throws -> Request {
    func parameters<Parameters: ControlParameters>(_ type: Parameters.Type) throws -> Parameters {
      let value: Parameters
      if try envelope.contains(.parameters) && !envelope.decodeNil(forKey: .parameters) {
        value = try envelope.decode(StrictParameters<Parameters>.self, forKey: .parameters).value
      } else {
        value = try ControlJSON.decode(Parameters.self, from: Array("{}".utf8))
      }
      try value.validate()
      return value
    }
    guard let method else {
      let interface = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      throw ControlMethod.interfaces.contains(interface)
        ? ControlError.methodNotFound(method: name) : ControlError.interfaceNotFound(interface: interface)
    }
    return switch method {
    case .getInfo: try .service(parameters(GetInfoCall.self).request)
    case .getInterfaceDescription: .service(.getInterfaceDescription(try parameters(GetInterfaceDescriptionCall.self)))
    case .screens: .display(.screens(try parameters(ScreensCall.self)))
    case .modes: .display(.modes(try parameters(ModesCall.self)))
    case .explain: .display(.explain(try parameters(ExplainCall.self)))
    case .setMode: .display(.setMode(try parameters(SetModeCall.self)))
    case .confirmMode: .display(.confirmMode(try parameters(ConfirmModeCall.self)))
    case .rotate: .display(.rotate(try parameters(RotateCall.self)))
    case .setScale: .display(.setScale(try parameters(SetScaleCall.self)))
    case .setOverscan: .display(.setOverscan(try parameters(SetOverscanCall.self)))
    case .reset: .display(.reset(try parameters(ResetCall.self)))
    case .show: .display(.show(try parameters(ShowCall.self)))
    case .showTogether: .display(.showTogether(try parameters(ShowTogetherCall.self)))
    case .contentAt: .display(.contentAt(try parameters(ContentAtCall.self)))
    case .turnPage: .display(.turnPage(try parameters(TurnPageCall.self)))
    case .blank: .display(.blank(try parameters(BlankCall.self)))
    case .freeze: .display(.freeze(try parameters(FreezeCall.self)))
    case .power: .display(.power(try parameters(PowerCall.self)))
    case .apps: .display(.apps(try parameters(AppsCall.self)))
    case .setForeground: .display(.setForeground(try parameters(SetForegroundCall.self)))
    case .setSupport: .display(.setSupport(try parameters(SetSupportCall.self)))
    case .setMirror: .display(.setMirror(try parameters(SetMirrorCall.self)))
    case .placeApp: .display(.placeApp(try parameters(PlaceAppCall.self)))
    case .requestScene: .display(.requestScene(try parameters(RequestSceneCall.self)))
    case .setFrame: .display(.setFrame(try parameters(SetFrameCall.self)))
    case .ownInput: .display(.ownInput(try parameters(OwnInputCall.self)))
    case .sendInput: .display(.sendInput(try parameters(SendInputCall.self)))
    case .registerApp: .display(.registerApp(try parameters(RegisterAppCall.self)))
    case .answerApp: .display(.answerApp(try parameters(AnswerAppCall.self)))
    case .updateScenes: .display(.updateScenes(try parameters(UpdateScenesCall.self)))
    case .startDisplayLink: .display(.startDisplayLink(try parameters(StartDisplayLinkCall.self)))
    case .stopDisplayLink: .display(.stopDisplayLink(try parameters(StopDisplayLinkCall.self)))
    case .unregisterApp: .display(.unregisterApp(try parameters(UnregisterAppCall.self)))
    case .sessions: .display(.sessions(try parameters(SessionsCall.self)))
    case .getSession: .display(.getSession(try parameters(GetSessionCall.self)))
    case .setUserInfo: .display(.setUserInfo(try parameters(SetUserInfoCall.self)))
    case .activateSession: .display(.activateSession(try parameters(ActivateSessionCall.self)))
    case .plays: .display(.plays(try parameters(PlaysCall.self)))
    case .refreshSessions: .display(.refreshSessions(try parameters(RefreshSessionsCall.self)))
    case .snapshot: .display(.snapshot(try parameters(SnapshotCall.self)))
    case .destroySession: .display(.destroySession(try parameters(DestroySessionCall.self)))
    case .startTalk: .display(.startTalk(try parameters(StartTalkCall.self)))
    case .getTalk: .display(.getTalk(try parameters(GetTalkCall.self)))
    case .watchTalk: .display(.watchTalk(try parameters(WatchTalkCall.self)))
    case .controlTalk: .display(.controlTalk(try parameters(ControlTalkCall.self)))
    case .talkSlides: .display(.talkSlides(try parameters(TalkSlidesCall.self)))
    case .setTalkNotes: .display(.setTalkNotes(try parameters(SetTalkNotesCall.self)))
    case .talkPicture: .display(.talkPicture(try parameters(TalkPictureCall.self)))
    case .filePicture: .display(.filePicture(try parameters(FilePictureCall.self)))
    case .endTalk: .display(.endTalk(try parameters(EndTalkCall.self)))
    case .offerSetup: .display(.offerSetup(try parameters(OfferSetupCall.self)))
    case .identify: .display(.identify(try parameters(IdentifyCall.self)))
    case .reload: .display(.reload(try parameters(ReloadCall.self)))
    case .plan: .display(.plan(try parameters(PlanCall.self)))
    case .events: .display(.events(try parameters(EventsCall.self)))
    case .wait: .display(.wait(try parameters(WaitCall.self)))
    case .screenshot: .display(.screenshot(try parameters(ScreenshotCall.self)))
    case .status: .display(.status(try parameters(StatusCall.self)))
    case .report: .display(.report(try parameters(ReportCall.self)))
    case .simulate: .display(.simulate(try parameters(SimulateCall.self)))
    }
  }
}

extension GetInfoCall {
  fileprivate var request: ServiceRequest { .getInfo }
}

/// A call as a client sends it.
public struct ControlCallMessage<Parameters: ControlParameters>: Encodable, Sendable {
  /// The method's full name.
  public var method: String
  /// The parameters.
  public var parameters: Parameters
  /// Whether more than one reply is taken; nil for no.
  public var more: Bool?

  /// Makes a call; one to a stream says `more`, and so does another one that is to be answered in pieces.
  public init(_ parameters: Parameters, inPieces: Bool = false) {
    self.method = Parameters.method.rawValue
    self.parameters = parameters
    self.more = inPieces || Parameters.method.isStream ? true : nil
  }
}

/// Parameters whose every name is known, as Varlink asks for.
struct StrictParameters<Parameters: ControlParameters>: Decodable {
  var value: Parameters

  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(Parameters.parameterNames)
    value = try Parameters(from: decoder)
  }
}
