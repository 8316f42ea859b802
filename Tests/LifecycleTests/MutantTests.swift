#if DEBUG
  import DisplayTypes
  import LifecycleReference
  import Presentation
  import Testing

  @testable import Scenes

  /// The proof is worth something: a daemon that was broken on purpose does not pass it.
  @MainActor
  struct MutantTests {
    /// How long a mutant may hide: rows of random steps, and steps a row.
    private static let seeds: [UInt64] = Array(1...24)
    private static let count = 300

    /// Plays until the mutant is found; returns the contradiction.
    ///
    /// The same steps agree with a correct daemon.
    private func complaint(_ prepare: @escaping (DaemonLife) -> Void) throws -> String? {
      for seed in Self.seeds {
        var whole = try Proof()
        try whole.play(Self.count, seed: seed)
        var proof = try Proof(prepare: prepare)
        do {
          try proof.play(Self.count, seed: seed)
        } catch let failure as Proof.Failure {
          return failure.complaint
        }
      }
      return nil
    }

    /// Whether the mutant was found, with a message that fits its kind.
    private static func isFound(_ complaint: String?, _ words: [String]) -> Bool {
      words.contains { complaint?.contains($0) == true }
    }

    @Test("a call that is made twice, once in twenty, is found")
    func doubledCall() throws {
      var calls = 0
      let found = try complaint { life in
        life.system.calls.mutation = SceneMutation(call: { _, notify, post in
          calls += 1
          notify()
          if calls.isMultiple(of: 20) { notify() }
          post()
        })
      }
      #expect(Self.isFound(found, ["comes before", "comes after"]), "\(found ?? "hidden")")
    }

    @Test("an event that is lost, once in twenty, is found")
    func lostEvent() throws {
      var calls = 0
      let found = try complaint { life in
        life.system.calls.mutation = SceneMutation(call: { _, notify, post in
          calls += 1
          notify()
          if !calls.isMultiple(of: 20) { post() }
        })
      }
      #expect(Self.isFound(found, ["was told", "in the place of", "was never told"]), "\(found ?? "hidden")")
    }

    @Test("two calls that change places are found")
    func swappedCalls() throws {
      var held: [() -> Void] = []
      let found = try complaint { life in
        life.system.calls.mutation = SceneMutation(call: { call, notify, post in
          // The first of the two waits for the second.
          if call == .willEnterForeground { return held = [notify, post] }
          notify()
          post()
          for body in held { body() }
          held = []
        })
      }
      #expect(Self.isFound(found, ["comes after", "comes before"]), "\(found ?? "hidden")")
    }

    @Test("a wrong row is found: a fallback whose own support is not external is shown")
    func wrongFallback() throws {
      let found = try complaint { life in
        life.system.calls.mutation = SceneMutation(decide: { question in
          var question = question
          for index in question.others.indices { question.others[index].support = .external }
          return question.decide()
        })
      }
      #expect(Self.isFound(found, ["fallback"]), "\(found ?? "hidden")")
    }

    @Test("a wrong row is found: a blank screen hides an alarm")
    func coveredAlarm() throws {
      let found = try complaint { life in
        life.system.calls.mutation = SceneMutation(decide: { question in
          var picture = question.decide()
          picture.cover = question.cover
          return picture
        })
      }
      #expect(Self.isFound(found, ["by alarm", "is foregroundInactive, not foregroundActive"]), "\(found ?? "hidden")")
    }

    @Test("a controller whose death makes no screen black is found")
    func lostController() throws {
      let steps: [LifeStep.Kind] = [
        .plug("HDMI-A-1", display: 2, isLate: false), .register("board"), .foreground(app: "board", screen: nil),
        .lose("board"),
      ]
      func play(_ prepare: @escaping (DaemonLife) -> Void) throws {
        var proof = try Proof(prepare: prepare)
        for step in steps { try proof.play(LifeStep(step)) }
        #expect(proof.steps.count == steps.count)
      }
      try play { _ in }
      let failure = #expect(throws: Proof.Failure.self) {
        try play { life in
          life.system.calls.mutation = SceneMutation(decide: { question in
            var question = question
            question.foreground?.presence = .here
            return question.decide()
          })
        }
      }
      #expect(Self.isFound(failure?.complaint, ["by foreground"]), "\(failure?.complaint ?? "hidden")")
    }

    @Test("a session that is forgotten with its display is found")
    func forgottenSession() throws {
      let found = try complaint { life in
        life.keep = { state in
          var state = state
          state.sessions.removeAll { $0.identity.serial == "three" }
          return state
        }
      }
      #expect(Self.isFound(found, ["should have found", "is lost"]), "\(found ?? "hidden")")
    }
  }
#endif
