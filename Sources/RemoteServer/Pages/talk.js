// What both pages share: the stream of states, actions, pictures, notes, the timer, and the sheets over the page.
export const state = { daemon: true, talk: null, role: "observe", online: false, slides: new Map() };
export const $ = (selector, from = document) => from.querySelector(selector);
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
export const controls = () => state.role === "control";
const heard = [];
/** Calls back after each change, with the talk as it was before. */
export const onState = handler => heard.push(handler);

/** Makes an element. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
const icon = name => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#" + name);
  svg.append(use);
  return svg;
};
/** Sets a text only where it is another, so that nothing is laid out or read aloud twice. */
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
const writeAll = (selector, text) => all(selector).forEach(element => write(element, text));

// --- Words: what happened

const words = $("#words");
const standing = new Map();
/** Shows a sentence for some seconds, or until another takes its place under the same key (null takes it away). */
export function tell(text, { key, trouble = false, button, seconds = 4 } = {}) {
  if (key && standing.has(key)) {
    if (standing.get(key).text === text) return;
    standing.get(key).element.remove();
    standing.delete(key);
  }
  if (!text) return;
  const element = make("div", { class: trouble ? "trouble" : null }, make("span", {}, text));
  if (button) element.append(make("button", { onclick: button.action }, button.label));
  words.append(element);
  raise();
  if (key) standing.set(key, { element, text });
  else setTimeout(() => element.remove(), seconds * 1000);
}
/** Puts the words over a sheet that is open. */
function raise() {
  if (!words.showPopover) return;
  words.popover = "manual";
  if (words.matches(":popover-open")) words.hidePopover();
  words.showPopover();
}
/** Says something to who does not see the page. */
export const say = text => write($("#say"), text);

// --- The stream: whole states, of which the newest counts

let source;
let lastHeard = 0;
let again;
let receivedAt = 0;
function listen() {
  clearTimeout(again);
  source?.close();
  source = new EventSource("/api/events");
  lastHeard = performance.now();
  source.addEventListener("hello", event => {
    state.role = JSON.parse(event.data).role;
    document.body.classList.toggle("observe", !controls());
  });
  source.addEventListener("state", event => {
    lastHeard = receivedAt = performance.now();
    const before = state.talk;
    Object.assign(state, { talk: null, daemonTrouble: null }, JSON.parse(event.data));
    setOnline(true);
    change(before);
  });
  source.onerror = () => {
    setOnline(false);
    // The browser tries again by itself, unless it was answered with something else.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(askWhy, 1000);
  };
}
async function askWhy() {
  try {
    if ((await fetch("/assets/talk.js", { cache: "no-store" })).status === 401) return leave();
  } catch { /* still away */ }
  listen();
}
/** The pairing has ended. */
function leave() {
  source?.close();
  location.replace("/pair");
}
function setOnline(online) {
  if (state.online === online && state.known) return;
  state.online = online;
  state.known = true;
  document.body.classList.toggle("lost", !online);
  tell(online ? null : "Connection lost. Trying again …", { key: "link", trouble: true });
}
// A phone that slept has a stream that is dead without saying so; states come every fifteen seconds.
setInterval(() => { if (performance.now() - lastHeard > 35e3) { setOnline(false); listen(); } }, 5000);
for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) {
  target.addEventListener(name, () => { if (!document.hidden && performance.now() - lastHeard > 16e3) listen(); });
}

// --- Actions

/** Does something in the talk; false where it did not come through. */
export async function act(action, more = {}) {
  try {
    const reply = await fetch("/api/act", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ action, ...more }),
    });
    if (reply.ok) return true;
    if (reply.status === 401) leave();
    else tell((await reply.json()).error, { trouble: true });
  } catch {
    tell("That was not sent: there is no connection.", { key: "unsent", trouble: true });
    setTimeout(() => tell(null, { key: "unsent" }), 4000);
  }
  return false;
}
export const toggleTimer = () => act(state.talk?.timer.running ? "pauseTimer" : "startTimer");

// Of places only the newest is sent, one after the other was answered.
let place;
let placing = false;
export async function point(action, x, y) {
  place = action === "pointerOff" ? [action, {}] : [action, { x, y }];
  if (placing) return;
  placing = true;
  while (place) {
    const [what, where] = place;
    place = null;
    await act(what, where);
  }
  placing = false;
}

// --- Pictures: decoded before they are seen

const widths = [320, 640, 960, 1280, 1920];
export function pictureURL(page, cssWidth, notes = false) {
  const wanted = cssWidth * Math.min(devicePixelRatio || 1, 2);
  const width = widths.find(width => width >= wanted * 0.9) ?? 1920;
  return `/picture/${state.talk.pictures}/${page}/${width}${notes ? "?part=notes" : ""}`;
}
const titleOf = page => state.slides.get(page)?.title;
export const nameOf = page => `Slide ${page} of ${state.talk?.pages ?? page}${titleOf(page) ? ": " + titleOf(page) : ""}`;
/** Has an element show a picture as soon as it is decoded; what was there stays until then. */
export async function showPicture(element, url, alternative) {
  if (element.dataset.url === url) {
    const image = $("img", element);
    if (image && image.alt !== alternative) image.alt = alternative;
    return;
  }
  element.dataset.url = url ?? "";
  if (!url) return $("img", element)?.remove();
  for (let pause = 300; element.dataset.url === url; pause = Math.min(5000, pause * 2)) {
    const image = new Image();
    image.alt = alternative;
    image.draggable = false;
    image.src = url;
    try {
      await image.decode();
    } catch {
      await new Promise(done => setTimeout(done, pause));
      continue;
    }
    if (element.dataset.url !== url) return;
    const old = $("img", element);
    if (old) old.replaceWith(image);
    else element.prepend(image);
    return;
  }
}
/** Fetches what is likely wanted next. */
function fetchAhead(url) {
  const image = new Image();
  image.src = url;
}

// --- Titles and notes

let slidesOf = "";
async function fetchSlides(first, count) {
  const talk = state.talk?.identifier;
  const reply = await fetch(`/api/slides?first=${first}&count=${count}`);
  if (!reply.ok || talk !== state.talk?.identifier) return false;
  for (const slide of (await reply.json()).slides) state.slides.set(slide.page, slide);
  return true;
}
/** All of a new talk, and the current ones with each page, since notes may have changed. */
async function followSlides(before) {
  const talk = state.talk;
  if (!talk) return;
  const key = `${talk.pictures}/${talk.pages}`;
  try {
    if (key !== slidesOf) {
      slidesOf = key;
      if (before?.identifier !== talk.identifier) state.slides.clear();
      if (await fetchSlides(talk.page, Math.min(2, talk.pages))) change(talk, true);
      for (let first = 1; first <= talk.pages && slidesOf === key; first += 50) {
        if (!await fetchSlides(first, 50)) { slidesOf = ""; break; }
      }
      change(talk, true);
    } else if (before?.page !== talk.page) {
      if (await fetchSlides(talk.page, 2)) change(talk, true);
    }
  } catch { slidesOf = ""; }
}

/** Notes as elements: of Markdown paragraphs, lists, and what is bold, slanted or code. */
export function notesOf(text) {
  const out = [];
  let list;
  let lines;
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)/.exec(line);
    if (item) {
      lines = null;
      const tag = item[1] ? "ol" : "ul";
      if (list?.localName !== tag) out.push(list = make(tag));
      list.append(make("li", {}, ...spans(item[2])));
    } else if (!line.trim()) {
      list = lines = null;
    } else {
      const heading = /^#+\s+(.*)/.exec(line);
      if (heading) { list = lines = null; out.push(make("p", {}, make("strong", {}, heading[1]))); continue; }
      if (list) { list.lastChild.append(" ", ...spans(line.trim())); continue; }
      if (lines) lines.append(make("br"), ...spans(line));
      else out.push(lines = make("p", {}, ...spans(line)));
    }
  }
  return out;
}
function spans(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).filter(Boolean).map(part => {
    if (part.startsWith("**")) return make("strong", {}, part.slice(2, -2));
    if (/^\*[^*]+\*$/.test(part)) return make("em", {}, part.slice(1, -1));
    if (/^`[^`]+`$/.test(part)) return make("code", {}, part.slice(1, -1));
    return part;
  });
}
function showNotes(element) {
  const talk = state.talk;
  const text = state.slides.get(talk.page)?.notes ?? "";
  const key = JSON.stringify([talk.page, text, talk.notesHalf]);
  if (element.dataset.key === key) return;
  if (element.dataset.page !== String(talk.page)) element.scrollTop = 0;
  element.dataset.key = key;
  element.dataset.page = talk.page;
  const parts = notesOf(text);
  if (talk.notesHalf !== "none") {
    parts.unshift(make("img", { src: pictureURL(talk.page, element.clientWidth, true), alt: `Notes for slide ${talk.page}` }));
  }
  element.replaceChildren(...(parts.length ? parts : [make("p", { class: "soft" }, "No notes for this slide.")]));
}

// --- The timer

export function clockText(milliseconds) {
  const total = Math.floor(Math.abs(milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = number => String(number).padStart(2, "0");
  return (milliseconds < 0 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(seconds);
}
let ticking;
function tick() {
  clearTimeout(ticking);
  const timer = state.talk?.timer;
  const now = timer ? timer.elapsed + (timer.running ? performance.now() - receivedAt : 0) : 0;
  let tone = "";
  let pace = timer && !timer.running ? (now ? "paused" : "starts with the first turn") : "";
  if (timer?.duration) {
    const left = timer.duration - now;
    const share = state.talk.pages > 1 ? (state.talk.page - 1) / (state.talk.pages - 1) : 1;
    const ahead = share - now / timer.duration;
    const word = left < 0 ? "over time" : ahead < -0.1 ? "behind" : ahead > 0.1 ? "ahead" : "on pace";
    tone = left < 0 ? "bad" : ahead < -0.1 || left < 6e4 ? "warn" : "good";
    pace = `${left < 0 ? clockText(-left) + " over" : clockText(left) + " left"} · ${timer.running ? word : now ? "paused" : "not started"}`;
    if (left < 0) pace = `${clockText(-left)} over time`;
  }
  writeAll("[data-timer]", clockText(now));
  writeAll("[data-pace]", pace || "\u00a0");
  all("[data-timer], [data-pace]").forEach(element => {
    element.classList.toggle("soft", !tone && element.hasAttribute("data-pace"));
    for (const name of ["good", "warn", "bad"]) element.classList.toggle(name, tone === name);
  });
  all("[data-timer-icon]").forEach(element => element.setAttribute("href", timer?.running ? "#pause" : "#play"));
  all("[data-timer-button]").forEach(element => element.setAttribute("aria-label", timer?.running ? "Pause the timer" : "Start the timer"));
  if (timer?.running) ticking = setTimeout(tick, 1000 - now % 1000 + 5);
}

// --- The stage: slide, what the audience sees instead, and the pointer

const stage = $("#stage");
const dot = $(".dot", stage);
const empty = $(".empty", stage);
export const pointing = { kind: null, x: 0.5, y: 0.5, shown: false };
/** The slide's own place in the stage, without what is beside it. */
function slideBox() {
  const box = stage.getBoundingClientRect();
  const image = $("img", stage);
  const shape = image?.naturalWidth ? image.naturalWidth / image.naturalHeight : 16 / 9;
  const width = Math.min(box.width, box.height * shape);
  const height = width / shape;
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height, box };
}
function showDot(pointer) {
  dot.hidden = !pointer;
  if (!pointer) return;
  const at = slideBox();
  dot.style.translate = `${at.left + pointer.x * at.width}px ${at.top + pointer.y * at.height}px`;
  dot.classList.toggle("spotlight", pointer.kind === "spotlight");
}
function pointAt(x, y) {
  Object.assign(pointing, { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)), shown: true });
  showDot(pointing);
  point(pointing.kind, Math.round(pointing.x * 1e4) / 1e4, Math.round(pointing.y * 1e4) / 1e4);
}
function unpoint() {
  if (!pointing.shown) return;
  pointing.shown = false;
  showDot(null);
  point("pointerOff");
}
/** Pointer or spotlight on, or off where it is on; by keyboard it begins in the middle. */
export function setPointing(kind, byKeyboard = false) {
  unpoint();
  pointing.kind = pointing.kind === kind ? null : kind;
  stage.classList.toggle("pointing", Boolean(pointing.kind));
  all("[data-point]").forEach(button => button.setAttribute("aria-pressed", String(button.dataset.point === pointing.kind)));
  if (!pointing.kind) return say("Pointer off");
  say(`${pointing.kind === "pointer" ? "Pointer" : "Spotlight"} on. Touch the slide, or move it with Shift and the arrow keys.`);
  if (byKeyboard) { stage.focus(); pointAt(0.5, 0.5); }
}
function pointByEvent(event) {
  const at = slideBox();
  pointAt((event.clientX - at.box.left - at.left) / at.width, (event.clientY - at.box.top - at.top) / at.height);
}
let swipe;
stage.addEventListener("pointerdown", event => {
  if (!controls() || !state.talk || event.button > 0) return;
  if (pointing.kind) {
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    pointByEvent(event);
  } else if (event.pointerType !== "mouse") swipe = { x: event.clientX, y: event.clientY };
});
stage.addEventListener("pointermove", event => {
  if (pointing.kind && (event.pointerType === "mouse" || event.buttons)) pointByEvent(event);
});
stage.addEventListener("pointerup", event => {
  if (pointing.kind && event.pointerType !== "mouse") return unpoint();
  if (!swipe) return;
  const x = event.clientX - swipe.x;
  const y = event.clientY - swipe.y;
  swipe = null;
  if (Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) act(x < 0 ? "next" : "previous");
});
stage.addEventListener("pointercancel", () => { swipe = null; unpoint(); });
stage.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") unpoint(); });
new ResizeObserver(() => { if (state.talk) { change(state.talk, true); } }).observe(stage);

// --- A change

let announced = "";
let waitingKeys = [];
function change(before, sameState = false) {
  const talk = state.talk;
  document.title = talk ? `${talk.page}/${talk.pages} ${talk.title}` : "Marquee";
  writeAll("[data-text='title']", talk?.title ?? "no talk");
  writeAll("[data-count]", talk ? `${talk.page} / ${talk.pages}` : "–");
  all(".watching").forEach(element => { element.hidden = controls(); });
  tell(state.online && !state.daemon ? "The display's service is away. The picture stays; trying again …" : null, { key: "daemon", trouble: true });
  tell(talk?.trouble ?? null, { key: "trouble", trouble: true });
  empty.hidden = Boolean(talk);
  if (talk) {
    showPicture(stage, pictureURL(talk.page, stage.clientWidth), nameOf(talk.page));
  } else {
    showPicture(stage, null);
    empty.replaceChildren(make("p", {}, state.daemon ? "No talk is going on." : "The display's service cannot be reached."),
      make("p", { class: "small" }, "Begin one with ", make("code", {}, "marqueectl present deck.pdf")));
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
  showPicture(next, talk && !last && controls() ? pictureURL(talk.page + 1, next.clientWidth) : null, "");
  write($("[data-next-title]"), !talk ? "\u00a0" : last ? "End of the deck" : titleOf(talk.page + 1) || `Slide ${talk.page + 1}`);
  if (talk) showNotes($("#notes"));
  tick();
  waiting(talk);
  if (!sameState) events(before, talk);
  const sentence = talk ? [nameOf(talk.page), ...chips].join(". ") : "";
  if (sentence !== announced && talk && (titleOf(talk.page) !== undefined || !controls())) say(announced = sentence);
  if (!sameState) {
    followSlides(before);
    if (talk && controls() && before?.page !== talk.page) {
      for (const page of [talk.page + 1, talk.page - 1, talk.page + 2]) {
        if (page >= 1 && page <= talk.pages) setTimeout(() => { if (state.talk?.page === talk.page) fetchAhead(pictureURL(page, stage.clientWidth)); }, 1000);
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
/** Unplugged, plugged in, another mode: told by what is another than before. */
function events(before, talk) {
  if (!before || !talk || before.identifier !== talk.identifier) return;
  const was = new Map(before.screens.map(screen => [screen.screen, screen]));
  const news = [];
  for (const screen of talk.screens) {
    const old = was.get(screen.screen);
    was.delete(screen.screen);
    if (!old) news.push(screen.state === "waiting" ? `${screen.screen} was plugged in and waits` : `${screen.screen} was plugged in`);
    else if (old.state !== screen.state) {
      news.push(`${screen.screen} ${{ shown: "shows the talk", waiting: "waits", hidden: "shows something else" }[screen.state]}`);
    } else if (old.mode && screen.mode && old.mode !== screen.mode) news.push(`${screen.screen} is at ${screen.mode} now`);
  }
  for (const name of was.keys()) news.push(`${name} was unplugged; slide and timer stay`);
  for (const text of news) {
    happened.unshift({ text, at: new Date() });
    // One that waits is told of by a button.
    if (!text.endsWith("waits")) tell(text, { seconds: 6 });
  }
  happened.length = Math.min(happened.length, 20);
}

// --- Sheets over the page, made when they are opened first

const sheets = {};
function sheet(id, title, ...inside) {
  const dialog = make("dialog", { id, "aria-labelledby": id + "-title" },
    make("header", {}, make("h2", { id: id + "-title" }, title),
      make("button", { class: "icon quiet", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))), ...inside);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
const button = (label, action, kind) => make("button", { type: "button", class: kind, onclick: action }, label);
const builders = {
  overview() {
    const search = make("input", { type: "search", id: "search", placeholder: "Number or words", autocomplete: "off" });
    const grid = make("ul", { class: "grid", role: "list" });
    const dialog = sheet("overview", "Slides", make("div", { class: "search" }, make("label", { for: "search" }, "Find a slide"), search), grid);
    const go = page => { dialog.close(); act("goto", { page }); };
    function fill() {
      const talk = state.talk;
      const wanted = search.value.trim().toLowerCase();
      const pages = [];
      for (let page = 1; talk && page <= talk.pages; page++) {
        const slide = state.slides.get(page);
        if (!wanted || String(page) === wanted || `${slide?.title ?? ""} ${slide?.notes ?? ""} ${slide?.label ?? ""}`.toLowerCase().includes(wanted)) pages.push(page);
      }
      grid.replaceChildren(...pages.map(page => make("li", { "aria-current": page === talk.page ? "true" : null },
        make("button", { type: "button", onclick: () => go(page), "data-page": page },
          make("span", { class: "thumb" }, make("img", { src: pictureURL(page, 150), alt: "", loading: "lazy" })),
          make("span", { class: "name cut" }, `${page}${titleOf(page) ? "  " + titleOf(page) : ""}`)))));
      if (!pages.length) grid.append(make("li", { class: "soft" }, "No slide has that."));
    }
    search.addEventListener("input", fill);
    search.addEventListener("keydown", event => {
      const page = Number($("button", grid)?.dataset.page);
      if (event.key === "Enter" && page) { event.preventDefault(); go(page); }
    });
    dialog.prepare = () => { search.value = ""; fill(); $("[aria-current]", grid)?.scrollIntoView({ block: "center" }); search.focus(); };
    return dialog;
  },
  message() {
    const text = make("textarea", { id: "message-text", maxlength: "300", placeholder: "We go on at 10:45" });
    const seconds = make("select", { id: "message-seconds" }, ...[["", "until it is taken away"], ["10", "10 seconds"], ["30", "30 seconds"], ["300", "5 minutes"]]
      .map(([value, label]) => make("option", { value }, label)));
    const dialog = sheet("message", "Message to the audience", make("form", { class: "inside", onsubmit: async event => {
      event.preventDefault();
      if (text.value.trim() && await act("message", { text: text.value.trim(), ...(seconds.value ? { seconds: Number(seconds.value) } : {}) })) dialog.close();
    } },
    make("div", {}, make("label", { for: "message-text" }, "Shown over the slide"), text),
    make("div", {}, make("label", { for: "message-seconds" }, "For"), seconds),
    make("div", { class: "row" }, button("Take away", async () => { await act("message", { text: "" }); dialog.close(); }), make("button", { class: "main" }, "Show"))));
    dialog.prepare = () => { text.value = state.talk?.message ?? ""; text.focus(); };
    return dialog;
  },
  device() {
    const shown = make("div", { role: "status" });
    async function ask(role) {
      const reply = await fetch("/api/code", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ role }) });
      const answer = await reply.json();
      if (!reply.ok) return shown.replaceChildren(make("p", { class: "bad" }, answer.error));
      shown.replaceChildren(make("p", { class: "soft" }, "Open ", make("strong", {}, answer.url), " and type"), make("p", { class: "bigcode" }, answer.code),
        make("p", { class: "small soft" }, "It works once, within ten minutes."),
        ...(role === "observe" ? [make("p", {}, button("Show as a QR code to the audience", () => act("code", { text: answer.link })), " ", button("Take it away", () => act("code", { text: "" })))] : []));
    }
    const dialog = sheet("device", "Pair a device", make("div", { class: "inside" },
      make("div", { class: "row" }, button("To drive the talk", () => ask("control"), "main"), button("To look on", () => ask("observe"))), shown));
    dialog.prepare = () => shown.replaceChildren();
    return dialog;
  },
  menu() {
    const minutes = make("input", { id: "minutes", type: "number", min: "0", max: "1440", inputmode: "numeric" });
    const screens = make("ul", { class: "list" });
    const dialog = sheet("menu", "This talk", make("div", { class: "inside" },
      make("section", {}, make("h3", {}, "Timer"),
        make("div", { class: "row" }, button("Start or pause", toggleTimer), button("Back to zero", () => act("resetTimer"))),
        make("form", { class: "row", onsubmit: event => { event.preventDefault(); act("setDuration", { seconds: Math.max(0, Number(minutes.value) || 0) * 60 }); } },
          make("div", {}, make("label", { for: "minutes" }, "Minutes for the talk"), minutes), make("button", { class: "fixed" }, "Set"))),
      make("section", {}, make("h3", {}, "Displays"), screens),
      make("section", {}, make("h3", {}, "More"),
        make("div", { class: "row" }, button("Message", () => { dialog.close(); open("message"); }), button("Pair a device", () => { dialog.close(); open("device"); })),
        make("div", { class: "row" }, button("Keys", () => { dialog.close(); open("help"); }),
          make("a", { class: "button", href: location.pathname === "/console" ? "/" : "/console" }, location.pathname === "/console" ? "Phone remote" : "Console")),
        button("Unpair this device", async () => { await fetch("/api/leave", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }); leave(); }, "danger"))));
    function fill() {
      if (!dialog.open) return;
      screens.replaceChildren(...(state.talk?.screens ?? []).map(screen => make("li", {},
        make("span", {}, make("strong", {}, screen.screen), make("span", { class: "soft" }, ` ${screen.mode ?? ""} · ${{ shown: "shows the talk", waiting: "waits", hidden: "shows something else" }[screen.state]}`)),
        ...(screen.state === "waiting" ? [button("Show", () => act("show", { screen: screen.screen }), "main")] : []))));
      if (!screens.children.length) screens.append(make("li", { class: "soft" }, "None is plugged in."));
    }
    onState(fill);
    dialog.prepare = () => { minutes.value = state.talk?.timer.duration ? Math.round(state.talk.timer.duration / 6e4) : ""; fill(); };
    return dialog;
  },
  help() {
    return sheet("help", "Keys", make("div", { class: "inside" }, make("dl", { class: "keys" }, ...[
      [["→", "Space", "PgDn"], "next slide"], [["←", "PgUp"], "slide before"], [["Home", "End"], "first, last slide"], [["G"], "slides: find one, and go there"],
      [["B"], "black"], [["W"], "white"], [["F"], "freeze what the audience sees"], [["L"], "pointer"], [["S"], "spotlight"], [["Shift", "arrows"], "move it"],
      [["Esc"], "pointer off"], [["T"], "timer: start, pause"], [["R"], "timer: back to zero"], [["M"], "message"], [["O"], "this talk: displays, minutes"],
      [["+", "−"], "larger, smaller notes"], [["?"], "this list"],
    ].flatMap(([keys, what]) => [make("dt", {}, ...keys.flatMap(key => [make("kbd", {}, key), " "])), make("dd", {}, what)]))));
  },
};
/** Opens a sheet. */
export function open(id) {
  const dialog = sheets[id] ??= builders[id]();
  if (!dialog.open) dialog.showModal();
  dialog.prepare?.();
}

// --- Buttons and keys

const step = 0.02;
let notesSize = Number(localStorage.getItem("notes")) || 1.125;
export function sizeNotes(by) {
  notesSize = Math.min(2.5, Math.max(0.8, notesSize + by));
  localStorage.setItem("notes", notesSize);
  document.documentElement.style.setProperty("--notes", notesSize + "rem");
}
sizeNotes(0);
const actions = {
  next: () => act("next"), previous: () => act("previous"), first: () => act("first"), last: () => act("last"),
  black: () => act("black"), white: () => act("white"), freeze: () => act("freeze"), timer: toggleTimer, reset: () => act("resetTimer"),
  larger: () => sizeNotes(0.125), smaller: () => sizeNotes(-0.125),
};
document.addEventListener("click", event => {
  const target = event.target.closest("[data-act], [data-open], [data-point]");
  if (!target) return;
  const { act: name, open: sheet, point: kind } = target.dataset;
  if (name) actions[name]();
  if (sheet) open(sheet);
  // A click that no pointer made is the keyboard's.
  if (kind) setPointing(kind, event.detail === 0);
});
const keys = {
  ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next", n: "next", Enter: "next",
  ArrowLeft: "previous", ArrowUp: "previous", PageUp: "previous", Backspace: "previous", p: "previous",
  Home: "first", End: "last", b: "black", ".": "black", w: "white", ",": "white", f: "freeze", t: "timer", r: "reset", "+": "larger", "-": "smaller",
};
const sheetKeys = { g: "overview", "/": "overview", m: "message", o: "menu", "?": "help" };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !controls()) return;
  const sheet = $("dialog[open]");
  if (sheet && event.key === "Escape") {
    event.preventDefault();
    return sheet.close();
  }
  if (sheet || event.target.closest("input, textarea, select")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (event.shiftKey && move && pointing.kind) {
    event.preventDefault();
    return pointAt(pointing.x + move[0], pointing.y + move[1]);
  }
  if ((key === " " || key === "Enter") && event.target.closest("button, a, summary")) return;
  if (event.target.closest("#notes") && ["ArrowUp", "ArrowDown"].includes(key)) return;
  if (key === "l" || key === "s") setPointing(key === "l" ? "pointer" : "spotlight", true);
  else if (key === "Escape") { if (pointing.kind) setPointing(pointing.kind); }
  else if (sheetKeys[key]) open(sheetKeys[key]);
  else if (keys[key] && !event.shiftKey) { if (!event.repeat || keys[key] === "next" || keys[key] === "previous") actions[keys[key]](); }
  else return;
  event.preventDefault();
});

/** Begins: the page is ready to be told. */
export function begin() {
  listen();
}
