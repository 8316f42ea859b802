// Writes each change of the talk into the page.
import { $, all, announce, called, controls, daemonAway, make, onState, setText, setTextOfAll, showMessage, state } from "./page.js";
import { followSlides, nameOf, nextPage, pictureURL, prefetch, showNotes, showPicture, slideCount, slideOf, titleOf } from "./slides.js";
import { pointing, showDot } from "./stage.js";
import { act, states } from "./talk-actions.js";
import { tick } from "./timer.js";
import "./keys.js";

const stage = $("#stage");
const empty = $(".empty", stage);
let announced = "";
let waitingKeys = [];
onState((before, isSameTalk) => {
  const talk = state.talk;
  const page = talk?.page;
  document.title = talk ? `${page ? slideOf(page) : "–"}/${slideCount()} ${talk.title}` : "Marquee";
  setTextOfAll("[data-text='title']", talk?.title ?? "no talk");
  setTextOfAll("[data-count]", talk ? `${page ? slideOf(page) : "–"} / ${slideCount()}` : "–");
  all(".watching").forEach(element => { element.hidden = controls(); });
  showMessage(state.online && !state.daemon ? daemonAway : null, { key: "daemon", trouble: true });
  showMessage(talk?.trouble ?? null, { key: "trouble", trouble: true });
  showMessage(talk?.remark ?? null, { key: "remark" });
  empty.hidden = Boolean(page);
  showPicture(stage, page ? pictureURL(page, stage.clientWidth) : null, nameOf(page));
  if (talk) {
    empty.replaceChildren(make("p", {}, "No slide is shown at present."));
  } else {
    const way = controls() ? make("button", { type: "button", class: "main", "data-open": "present" }, "Present a PDF file") : make("span", {}, "Start one with ", make("code", {}, "marqueectl present deck.pdf"));
    const parts = [make("p", {}, state.daemon ? "No talk is running." : "The display’s computer cannot be reached."), make("p", { class: "small" }, state.daemon ? way : "The page keeps trying.")];
    // An unchanged button stays, so that it keeps the focus.
    if (parts.map(part => part.outerHTML).join("") !== empty.innerHTML) empty.replaceChildren(...parts);
  }
  const chips = [];
  if (talk?.cover === "black") chips.push("The audience sees black");
  if (talk?.cover === "white") chips.push("The audience sees white");
  if (talk?.frozen) chips.push(`Frozen: the audience sees slide ${slideOf(talk.shownPage)}`);
  if (talk?.message) chips.push(`Message: ${talk.message}`);
  if (talk?.code) chips.push("A QR code is shown");
  const chipsElement = $("[data-chips]");
  if (chipsElement.dataset.key !== chips.join("\n")) {
    chipsElement.dataset.key = chips.join("\n");
    chipsElement.replaceChildren(...chips.map(text => make("span", { class: "chip cut" }, text)));
  }
  for (const [name, on] of [["black", talk?.cover === "black"], ["white", talk?.cover === "white"], ["freeze", talk?.frozen]]) {
    all(`[data-act="${name}"][aria-pressed]`).forEach(button => button.setAttribute("aria-pressed", String(Boolean(on))));
  }
  if (!pointing.shown) showDot(talk?.pointer);
  const next = $("[data-next-picture]");
  const after = talk && nextPage();
  showPicture(next, after && controls() ? pictureURL(after, next.clientWidth) : null);
  setText($("[data-next-title]"), !talk ? "\u00a0" : !after ? "End of the deck" : titleOf(after) || `Slide ${slideOf(after)}`);
  if (talk && controls()) showNotes($("#notes"));
  tick();
  offerWaitingScreens(talk);
  offerVideos(talk);
  if (!isSameTalk) reportScreenChanges(talk);
  const sentence = talk ? [nameOf(talk.page), ...chips].join(". ") : "";
  if (sentence !== announced && talk && (titleOf(talk.page) !== undefined || !controls())) announce(announced = sentence);
  if (!isSameTalk) {
    if (talk && controls() && before?.identifier === talk.identifier && before.pictures !== talk.pictures) {
      showMessage(`The deck has changed: ${talk.pages} ${talk.pages === 1 ? "page" : "pages"}.`, { seconds: 6 });
    }
    followSlides(before);
    if (talk && controls() && before?.page !== talk.page) {
      for (const page of [talk.page + 1, talk.page - 1, talk.page + 2]) {
        if (page >= 1 && page <= talk.pages) setTimeout(() => { if (state.talk) prefetch(pictureURL(page, stage.clientWidth), () => state.talk?.page === talk.page); }, 1000);
      }
    }
  }
});

/** Shows a button for the videos of the slide that the audience sees. */
function offerVideos(talk) {
  const videos = controls() ? talk?.videos?.filter(video => !video.trouble) ?? [] : [];
  const isPlaying = videos.length > 0 && videos.every(video => video.playing);
  const names = videos.map(video => video.file).join(", ");
  const text = videos.length === 0 ? null : `${isPlaying ? "Plays" : "On this slide"}: ${names}`;
  showMessage(text, { key: "video", button: { label: isPlaying ? "Stop" : "Play", action: () => act("video", { on: !isPlaying }) } });
}

/** Shows a button for each display that waits for permission to show the talk. */
function offerWaitingScreens(talk) {
  const waiting = controls() ? talk?.screens.filter(screen => screen.state === "waiting") ?? [] : [];
  const now = waiting.map(screen => screen.screen);
  for (const gone of waitingKeys.filter(screen => !now.includes(screen))) showMessage(null, { key: "wait " + gone });
  for (const { screen, label } of waiting) {
    showMessage(`${called(label, screen)} is new and waits for your permission.`, { key: "wait " + screen, button: { label: "Show the talk", action: () => act("show", { screen }) } });
  }
  waitingKeys = now;
}
/** The newest changes of the displays, for the console. */
export const screenEvents = [];
const known = new Map();
let knownTalk = "";
let settledAt = 0;
/** Compares the displays with those of the state before, and shows what changed. */
function reportScreenChanges(talk) {
  if (!state.daemon) settledAt = Infinity;
  if (!talk || !state.daemon) return;
  // A daemon that has just started finds its displays one by one.
  if (settledAt === Infinity) settledAt = performance.now() + 5000;
  const isNew = knownTalk !== talk.identifier;
  const isQuiet = performance.now() < settledAt;
  if (isNew) known.clear();
  knownTalk = talk.identifier;
  const changes = [];
  for (const screen of talk.screens) {
    const old = known.get(screen.screen);
    known.set(screen.screen, { ...screen, display: screen.display ?? old?.display });
    if (isNew || (isQuiet && (!old || !old.display || !screen.display || old.display === screen.display))) continue;
    const name = called(screen.label, screen.screen);
    if (!old) changes.push(screen.state === "waiting" ? `${name} was plugged in and waits` : `${name} was plugged in`);
    else if (old.display && screen.display && old.display !== screen.display) changes.push(`There is another display at ${name}`);
    else if (old.state !== screen.state) changes.push(`${name} ${states[screen.state]}`);
    else if (old.mode && screen.mode && old.mode.name !== screen.mode.name) changes.push(`${name} is at ${screen.mode.name} now`);
  }
  const present = new Set(talk.screens.map(screen => screen.screen));
  for (const name of isQuiet ? [] : [...known.keys()].filter(name => !present.has(name))) {
    const gone = called(known.get(name).label, name);
    known.delete(name);
    changes.push(`${gone} was unplugged. Slide and timer stay.`);
  }
  for (const text of changes) {
    screenEvents.unshift({ text, at: new Date() });
    // A display that waits has a message with a button already.
    if (!text.endsWith("waits")) showMessage(text, { seconds: 6 });
  }
  screenEvents.length = Math.min(screenEvents.length, 20);
}
