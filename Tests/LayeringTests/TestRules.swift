/// The rule for the code of tests in rings 1 to 3: no test waits for a time.
enum TestRules {
  static let sleeps = SourceRule(
    "a wait for a time", "wait for the event itself, or advance a clock of the test (docs/testing.md)",
    patterns: [
      "sleep (", "usleep (", "nanosleep (", "clock_nanosleep (", "sched_yield (", "Thread . sleep", "Task . sleep",
      "Task . yield", "asyncAfter", "RunLoop", ". poll {", ". poll (", "poll ( nil", "Timer . scheduledTimer",
      "nap (", ". wait ( timeout", "select (", "ppoll (", "epoll_wait (",
    ], except: Set(exceptions.keys))

  /// Targets of `Tests/` that the rule does not hold for, and why.
  static let exceptions = [
    "KernelTests": "an emulated machine has a clock of its own",
    "VirtualMachine": "as KernelTests",
    "ScenarioSupport": "its scenarios are played by an emulated machine too",
    "MachineFigures": "a figure of `make bench` is measured over a time",
    "DecodeFigures": "as MachineFigures",
    "Phones": "phones of `make bench`, which point so many times a second",
    "Supervisor": "it plays systemd, which waits before it starts a service again",
  ]
}
