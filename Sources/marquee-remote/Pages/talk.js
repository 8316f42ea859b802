// The talk as it is: writes each change into the page.
import { act, listen } from "./link.js";
import { $, all, controls, heard, make, noAnswer, say, state, tell, write, writeAll } from "./page.js";
import { fetchAhead, followSlides, nameOf, pictureURL, showNotes, showPicture, titleOf } from "./slides.js";
import { pointing, showDot } from "./stage.js";
import { tick } from "./timer.js";
import "./keys.js";

const stage = $("#stage");
const empty = $(".empty", stage);
let announced = "";
let waitingKeys = [];
/** Writes the talk into the page; with `sameState` only what else is known of it has changed. */
export function change(before, sameState = false) {
  const talk = state.talk;
  const page = talk?.page;
  document.title = talk ? `${page || "–"}/${talk.pages} ${talk.title}` : "Marquee";
  writeAll("[data-text='title']", talk?.title ?? "no talk");
  writeAll("[data-count]", talk ? `${page || "–"} / ${talk.pages}` : "–");
  all(".watching").forEach(element => { element.hidden = controls(); });
  tell(state.online && !state.daemon ? noAnswer : null, { key: "daemon", trouble: true });
  tell(talk?.trouble ?? null, { key: "trouble", trouble: true });
  tell(talk?.remark ?? null, { key: "remark" });
  empty.hidden = Boolean(page);
  showPicture(stage, page ? pictureURL(page, stage.clientWidth) : null, nameOf(page));
  if (talk) {
    empty.replaceChildren(make("p", {}, "No slide is shown at present."));
  } else {
    empty.replaceChildren(make("p", {}, state.daemon ? "No talk is going on." : "The display’s computer cannot be reached."),
      make("p", { class: "small" }, ...(state.daemon ? ["Begin one with ", make("code", {}, "marqueectl present deck.pdf")] : ["It is tried again and again."])));
  }
  const chips = [];
  if (talk?.cover === "black") chips.push("The audience sees black");
  if (talk?.cover === "white") chips.push("The audience sees white");
  if (talk?.frozen) chips.push(`Frozen: the audience sees slide ${talk.shownPage}`);
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
  const last = talk && talk.page >= talk.pages;
  showPicture(next, talk && !last && controls() ? pictureURL(talk.page + 1, next.clientWidth) : null);
  write($("[data-next-title]"), !talk ? "\u00a0" : last ? "End of the deck" : titleOf(talk.page + 1) || `Slide ${talk.page + 1}`);
  if (talk && controls()) showNotes($("#notes"));
  tick();
  waiting(talk);
  if (!sameState) events(talk);
  const sentence = talk ? [nameOf(talk.page), ...chips].join(". ") : "";
  if (sentence !== announced && talk && (titleOf(talk.page) !== undefined || !controls())) say(announced = sentence);
  if (!sameState) {
    followSlides(before);
    if (talk && controls() && before?.page !== talk.page) {
      for (const page of [talk.page + 1, talk.page - 1, talk.page + 2]) {
        if (page >= 1 && page <= talk.pages) setTimeout(() => fetchAhead(pictureURL(page, stage.clientWidth), () => state.talk?.page === talk.page), 1000);
      }
    }
  }
  heard.forEach(handler => handler(before));
}

/** Displays that ask whether they may show the talk. */
function waiting(talk) {
  const now = controls() ? talk?.screens.filter(screen => screen.state === "waiting").map(screen => screen.screen) ?? [] : [];
  for (const gone of waitingKeys.filter(screen => !now.includes(screen))) tell(null, { key: "wait " + gone });
  for (const screen of now) {
    tell(`${screen} is new and waits.`, { key: "wait " + screen, button: { label: "Show the talk", action: () => act("show", { screen }) } });
  }
  waitingKeys = now;
}
export const happened = [];
const known = new Map();
let knownOf = "";
let settledAt = 0;
const states = { shown: "shows the talk", waiting: "waits", hidden: "shows something else" };
/** Unplugged, plugged in, another display, another mode: told by what is another than before. */
function events(talk) {
  if (!state.daemon) settledAt = Infinity;
  if (!talk || !state.daemon) return;
  // A daemon that has begun anew finds its displays one by one.
  if (settledAt === Infinity) settledAt = performance.now() + 5000;
  const isNew = knownOf !== talk.identifier;
  const isQuiet = performance.now() < settledAt;
  if (isNew) known.clear();
  knownOf = talk.identifier;
  const news = [];
  for (const screen of talk.screens) {
    const old = known.get(screen.screen);
    known.set(screen.screen, { ...screen, display: screen.display ?? old?.display });
    if (isNew || (isQuiet && (!old || !old.display || !screen.display || old.display === screen.display))) continue;
    if (!old) news.push(screen.state === "waiting" ? `${screen.screen} was plugged in and waits` : `${screen.screen} was plugged in`);
    else if (old.display && screen.display && old.display !== screen.display) news.push(`There is another display at ${screen.screen}`);
    else if (old.state !== screen.state) news.push(`${screen.screen} ${states[screen.state]}`);
    else if (old.mode && screen.mode && old.mode !== screen.mode) news.push(`${screen.screen} is at ${screen.mode} now`);
  }
  const there = new Set(talk.screens.map(screen => screen.screen));
  for (const name of isQuiet ? [] : [...known.keys()].filter(name => !there.has(name))) {
    known.delete(name);
    news.push(`${name} was unplugged; slide and timer stay`);
  }
  for (const text of news) {
    happened.unshift({ text, at: new Date() });
    // One that waits is told of by a button.
    if (!text.endsWith("waits")) tell(text, { seconds: 6 });
  }
  happened.length = Math.min(happened.length, 20);
}

/** Begins: the page is ready to be told. */
export function begin() {
  listen();
}
