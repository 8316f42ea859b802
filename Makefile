# Marquee. `make` without a target lists the targets.

SWIFT ?= swift
PREFIX ?= /usr
SYSCONFDIR ?= /etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
UDEVDIR ?= $(PREFIX)/lib/udev/rules.d
# yes: install the programs without their symbols
STRIP ?= no

# Two build folders, so that neither build removes the results of the other.
RELEASE_BUILD := .build-release
RELEASE_FLAGS := -c release --static-swift-stdlib --scratch-path $(RELEASE_BUILD) -Xlinker -z -Xlinker now
RELEASE := $(CURDIR)/$(RELEASE_BUILD)/release
DEBUG_BUILD := .build
# The build of a part of the package (MARQUEE_PART). Its test program has only some tests, so it has its own folder.
PART_BUILD := .build-part
# The programs that tests start.
PART_PROGRAMS := Programs SyncGate controller flooder lobby message-banner-swift two-views stage-app supervisor without-call
# No index, because it takes a tenth of the build time. Tests/XCTMain.swift lists the tests instead.
# `make test` and `make test-long` compile each module in one pass: this is faster from nothing, and slower after a change of one file.
WHOLE_MODULE_FLAGS := -whole-module-optimization -no-emit-module-separately-wmo -num-threads 1
DEBUG_FLAGS := --scratch-path $(DEBUG_BUILD) --disable-index-store \
  $(if $(MARQUEE_WHOLE_MODULES),$(addprefix -Xswiftc ,$(WHOLE_MODULE_FLAGS)))
PROGRAMS := marqueed marqueectl marquee-rasterizer marquee-pictures marquee-pages marquee-video marquee-sound marquee-ddc marquee-keys \
  marquee-remote
UNITS := marqueed.service marqueed.socket marquee-splash.service marquee-splash-end.service marquee-keys.service marquee-remote.service \
  $(foreach program,marquee-rasterizer marquee-pictures marquee-pages marquee-video marquee-sound marquee-stream,$(program).socket $(program)@.service)
# The sample content, for users without a configuration
SAMPLE := $(wildcard Examples/sample/*.svg Examples/sample/*.pdf) Examples/sample/sample.yaml

SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: help run try build build-tests build-guest-programs test test-one test-fast test-packaging test-steady-state test-machine lint
.PHONY: test-long soak bench guest doc
.PHONY: install uninstall clean deb deb-next release image test-image manual completions install-manual install-completions test-deb packages-deb packages-image
.PHONY: test-contract test-embedding test-remote packages-remote
.PHONY: packages-build packages-run packages-samples packages-fast packages-test packages-bench packages-lint

help: ## print this list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 22

run: packages-run build ## install missing packages, build, and show the sample on real displays, otherwise on a simulated one
	@PROGRAMS="$(RELEASE)" tools/run

# The targets Programs and TestPrograms of Package.swift build all programs with one call of SwiftPM.
build: packages-build ## build the programs, optimised, with Swift's libraries in them
	@tools/fetch-dependencies $(RELEASE_BUILD)
	$(SWIFT) build $(RELEASE_FLAGS) --target Programs

build-tests: packages-build packages-run packages-samples packages-fast
	@tools/fetch-dependencies $(DEBUG_BUILD)
	$(SWIFT) build $(DEBUG_FLAGS) --build-tests

# CONFIG: a configuration (default: the sample). SHOW: arguments of `marqueectl show`, such as SHOW='banner Hello'. SIZE: for example 1280x720@60.
try: packages-build packages-run ## build changed files, and save the picture of a simulated display in out/try (CONFIG=, SHOW=, SIZE=)
	@tools/fetch-dependencies $(PART_BUILD)
	MARQUEE_PART=Programs $(SWIFT) build --scratch-path $(PART_BUILD) --disable-index-store --target Programs
	@PROGRAMS="$(CURDIR)/$(PART_BUILD)/debug" CONFIG="$(CONFIG)" SIZE="$(SIZE)" tools/try $(SHOW)

build-guest-programs: packages-build
	@tools/fetch-dependencies $(RELEASE_BUILD)
	$(SWIFT) build $(RELEASE_FLAGS) --target TestPrograms

test: ## install missing packages, run every test of the gate, and print a table (MARQUEE_CLEAN=1: build from nothing)
	@tools/gate --kept

test-long: ## run all tests on a copy that is built from nothing; continue after an interruption (MARQUEE_CLEAN=1: from the beginning)
	@tools/gate --long

soak: ## run tests with random seeds, storms, boots and damaged files for MINUTES (60); continue after an interruption
	@tools/soak $(MINUTES)

test-one: packages-build packages-run ## build and run the tests of TARGET, such as ContentTests; FILTER= selects tests by a word
	@test -d "Tests/$(TARGET)" || { echo "test-one: name a target: make test-one TARGET=ContentTests" >&2; exit 1; }
	@tools/fetch-dependencies $(PART_BUILD)
	MARQUEE_PART="$(PART_PROGRAMS) $(TARGET)" $(SWIFT) build --scratch-path $(PART_BUILD) --disable-index-store --build-tests
	@BUILD=$(PART_BUILD) tools/swift-tests --filter '^$(TARGET)\..*$(FILTER)'

test-fast: ## run the Swift tests that need no virtual machine
	@tools/gate fast scenarios server

test-packaging: ## install, run and uninstall, like a user
	@tools/gate packaging

test-contract: ## compare the interface for other programs with its record
	@tools/gate contract

test-embedding: ## build and run a package outside the tree with the library DisplayScenes, and compare its public interface with the record
	@tools/gate embedding

test-remote: ## test the web pages in Chromium, by touch, by mouse and by keyboard
	@tools/gate pages

test-steady-state: ## count the allocations of a frame in optimised code; there must be none
	@tools/gate "steady state"

test-machine: ## run the tests on real kernel drivers, in a virtual machine
	@tools/gate machine

guest: packages-test
	Tests/Guest/build-guest

doc: packages-build ## write the pages of the libraries ControlClient, DisplayApps and DisplayScenes to out/doc; a warning is an error
	$(SWIFT) build $(DEBUG_FLAGS) --target DisplayApps
	$(SWIFT) build $(DEBUG_FLAGS) --target DisplayScenes
	@tools/doc "$(DEBUG_BUILD)/debug/Modules" out/doc
	@echo "doc: out/doc is written. To read it, run: python3 -m http.server --directory out/doc"

lint: packages-lint ## check format, shell scripts, and rules that need no build
	@tools/lint

bench: guest build-guest-programs packages-bench ## measure the figures of docs/figures.md in the virtual machine
	$(SWIFT) build $(RELEASE_FLAGS) --product decode-figures
	@PROGRAMS="$(RELEASE)" tools/bench

packages-build:
	@tools/install-packages tools/packages-build
	@tools/check-toolchain

packages-run:
	@tools/install-packages tools/packages-run

packages-samples:
	@tools/install-packages tools/packages-samples

packages-fast:
	@tools/install-packages tools/packages-fast
	@tools/fetch-sshd "$(CURDIR)/$(DEBUG_BUILD)/sshd"

packages-test:
	@tools/install-packages Tests/Guest/packages

packages-remote:
	@tools/install-packages Tests/Remote/packages

packages-bench: packages-run
	@tools/install-packages tools/packages-bench

packages-lint:
	@tools/check-toolchain
	@tools/install-packages tools/packages-lint || echo "lint: continuing without $$(cat tools/packages-lint)"

install: ## install programs, units, a sample configuration and the interface file below DESTDIR and PREFIX
	@for program in $(PROGRAMS); do \
	  test -x "$(RELEASE)/$$program" || { echo "install: $(RELEASE)/$$program is missing; run 'make build' first" >&2; exit 1; }; \
	done
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib/marquee" "$(DESTDIR)$(UNITDIR)" "$(DESTDIR)$(PREFIX)/lib/sysusers.d" \
	  "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d" "$(DESTDIR)$(UDEVDIR)" "$(DESTDIR)$(PREFIX)/share/varlink" "$(DESTDIR)$(PREFIX)/share/doc/marquee" \
	  "$(DESTDIR)$(PREFIX)/share/marquee/sample" "$(DESTDIR)$(SYSCONFDIR)/marquee"
	cd "$(RELEASE)" && install -m 755 $(if $(filter yes,$(STRIP)),-s) $(PROGRAMS) "$(DESTDIR)$(PREFIX)/bin/"
	install -m 755 systemd/splash-console "$(DESTDIR)$(PREFIX)/lib/marquee/"
	for unit in $(UNITS); do \
	  sed 's|/usr/bin/|$(PREFIX)/bin/|; s|/usr/lib/marquee/|$(PREFIX)/lib/marquee/|' "systemd/$$unit" > "$(DESTDIR)$(UNITDIR)/$$unit" || exit; \
	  chmod 644 "$(DESTDIR)$(UNITDIR)/$$unit"; \
	done
	install -m 644 systemd/marquee.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/marquee.conf"
	install -m 644 systemd/marquee-ddc.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/marquee-ddc.conf"
	install -m 644 systemd/marquee-ddc.rules "$(DESTDIR)$(UDEVDIR)/60-marquee-ddc.rules"
	install -m 644 systemd/marquee.tmpfiles "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d/marquee.conf"
	install -m 644 Sources/ControlProtocol/Generated/org.marquee.Display.varlink "$(DESTDIR)$(PREFIX)/share/varlink/"
	install -m 644 docs/marquee.yaml docs/keys.yaml LICENSE NOTICE "$(DESTDIR)$(PREFIX)/share/doc/marquee/"
	install -m 644 $(SAMPLE) "$(DESTDIR)$(PREFIX)/share/marquee/sample/"
	@# Keep an existing configuration.
	test -e "$(DESTDIR)$(SYSCONFDIR)/marquee/marquee.yaml" \
	  || install -m 644 systemd/marquee.yaml "$(DESTDIR)$(SYSCONFDIR)/marquee/marquee.yaml"

uninstall: ## remove the installed files, except the configuration
	rm -f $(foreach program,$(PROGRAMS),"$(DESTDIR)$(PREFIX)/bin/$(program)") \
	  $(foreach unit,$(UNITS),"$(DESTDIR)$(UNITDIR)/$(unit)") \
	  "$(DESTDIR)$(PREFIX)/lib/sysusers.d/"marquee{,-ddc}.conf "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d/marquee.conf" \
	  "$(DESTDIR)$(UDEVDIR)/60-marquee-ddc.rules" \
	  "$(DESTDIR)$(PREFIX)/share/varlink/org.marquee.Display.varlink"
	rm -rf "$(DESTDIR)$(PREFIX)/lib/marquee" "$(DESTDIR)$(PREFIX)/share/doc/marquee" "$(DESTDIR)$(PREFIX)/share/marquee"
	rm -f "$(DESTDIR)$(PREFIX)"/share/man/man*/{marqueed,marqueectl,marquee-*,marquee.yaml}.[158] \
	  "$(DESTDIR)$(PREFIX)"/share/bash-completion/completions/{marqueed,marqueectl,marquee-keys,marquee-remote} \
	  "$(DESTDIR)$(PREFIX)"/share/zsh/vendor-completions/{_marqueectl,_marquee-remote} \
	  "$(DESTDIR)$(PREFIX)"/share/fish/vendor_completions.d/{marqueectl,marquee-remote}.fish

manual completions: ## write the manual pages and the shells' completions to out/
	@tools/manual "$(RELEASE)"

install-manual:
	for page in out/man/man*/*; do install -D -m 644 "$$page" "$(DESTDIR)$(PREFIX)/share/$${page#out/}" || exit; done

install-completions:
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 644 out/completions/bash/* "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/"
	install -m 644 out/completions/zsh/* "$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/"
	install -m 644 out/completions/fish/* "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/"

deb: packages-build packages-deb ## make Debian packages in out/deb
	rm -rf out/deb && mkdir -p out
	debian/rules clean > out/deb.log 2>&1 && fakeroot debian/rules binary >> out/deb.log 2>&1 || { tail -n 40 out/deb.log; exit 1; }
	@ls out/deb/*.deb

deb-next: deb
	@tools/next-version out/deb out/deb/next

test-deb: ## check the packages with lintian, and install, upgrade, remove and purge them in a separate root
	@tools/gate "test deb"

release: deb packages-image ## make the packages, a bootable image, their sums and instructions in out/release
	@tools/release

image: deb packages-image ## make the bootable image alone, as out/marquee.img
	@tools/image out/marquee.img

test-image: ## start the image in a virtual machine, pair a phone, and cut the power during upgrades
	@tools/gate --long "image boots"

packages-deb:
	@tools/install-packages tools/packages-deb

packages-image:
	@tools/install-packages image/host-packages

clean: ## remove the results of builds (the guest of the tests stays in its cache)
	rm -rf $(DEBUG_BUILD) $(RELEASE_BUILD) $(PART_BUILD) .build-embedding .build-remote .build-fuzz .build-address .build-thread out
