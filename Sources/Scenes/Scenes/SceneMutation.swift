#if DEBUG
  /// A mistake that a test makes the system make, to see that it is noticed; programs that people use do not have it.
  struct SceneMutation {
    /// Gets each lifecycle call, and what makes it and what tells of it, in the place of both.
    var call: ((_ call: SceneLifecycle.Call, _ tell: @escaping () -> Void, _ post: @escaping () -> Void) -> Void)?
    /// Answers in the place of the decision.
    var decide: ((ShownPictureDecision) -> ScreenPicture)?
  }
#endif
