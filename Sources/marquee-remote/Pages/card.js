// A card for each screen with its picture, the reasons for it, and the screen's buttons.
import { model, modeReason, noteRequest, schedule, setting } from "./model.js";
import { operations } from "./operations.js";
import { $, all, called, controls, icon, isAway, make, setText } from "./page.js";
import { open } from "./screen-sheets.js";
import { openPairing } from "./stream.js";

const cards = new Map();
const pictureInterval = 400;
// The last picture stays for so many milliseconds while the daemon is too busy to draw another one.
const pictureLifetime = 10_000;
// For each rotation the angle to draw at, and whether width and height change places.
const rotations = { 90: [90, true], 180: [180, false], 270: [-90, true] };

/** Opens the list of what a screen plays. Its module is loaded then, so that the page itself loads quickly. */
async function openPlaylist(name) {
  await import("./playlist.js");
  open("playlist", name);
}
function makeCard(name) {
  const canvas = make("canvas", { role: "img", width: 640, height: 360 });
  const tool = (label, symbol, action, pressed) => make("button", { type: "button", onclick: action, ...(pressed ? { "aria-pressed": "false", "data-toggle": pressed } : {}),
    "aria-label": `${label}: ${name}` }, icon(symbol), make("span", {}, label));
  const isOn = key => setting(name, key) === "on";
  const element = make("article", { class: "card", "data-screen": name, "aria-labelledby": `name-${name}` },
    make("div", { class: "view" }, canvas, make("p", { class: "empty", hidden: true }), make("div", { class: "chips" })),
    make("div", { class: "what" },
      make("h2", {}, make("span", { id: `name-${name}` }, name), " ", make("span", { class: "soft display" })),
      make("p", {}, make("strong", { class: "mode numbers" }), " ", make("span", { class: "soft why" })),
      make("p", { class: "soft shows" }), make("p", { class: "small bad problems", hidden: true })),
    make("div", { class: "tools control" },
      make("button", { type: "button", class: "main plays", "aria-label": `What plays: ${name}`, onclick: () => openPlaylist(name) }, icon("pictures"), make("span", {}, "What plays")),
      tool("Power", "power", () => operations.power(name, !isOn("power") || Boolean(schedule(name)?.isOff)), "power"), tool("Black", "black", () => operations.black(name, !isOn("blank")), "blank"),
      tool("Freeze", "freeze", () => operations.freeze(name, !isOn("freeze")), "freeze"), tool("Identify", "identify", () => operations.identify(name)),
      tool("Mode", "screen", () => open("mode", name)), tool("Picture", "corners", () => open("picture", name)),
      tool("Shows", "layers", () => open("shows", name)), tool("Why", "help", () => open("why", name))));
  const card = { element, canvas, name, tag: null, at: 0, visible: false, timer: null };
  seen.observe(canvas);
  return card;
}

// --- The picture, a few times a second, for visible cards only

const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const card = [...cards.values()].find(card => card.canvas === target);
    if (card) { card.visible = isIntersecting; loadPicture(card); }
  }
});
document.addEventListener("visibilitychange", () => cards.forEach(loadPicture));
async function loadPicture(card) {
  if (card.timer || !card.visible || document.hidden || isAway()) return;
  card.timer = true;
  const began = performance.now();
  let pause = pictureInterval;
  try {
    const side = card.canvas.clientWidth * devicePixelRatio > 640 ? 960 : card.canvas.clientWidth * devicePixelRatio > 320 ? 640 : 320;
    noteRequest();
    const reply = await fetch(`/look?screen=${encodeURIComponent(card.name)}&side=${side}`, { signal: AbortSignal.timeout(6000) });
    if (reply.status === 401) return openPairing();
    if (reply.ok) {
      if (reply.headers.get("ETag") !== card.tag || card.turn !== setting(card.name, "rotation")) {
        card.tag = reply.headers.get("ETag");
        draw(card, await createImageBitmap(await reply.blob()));
      }
      card.at = began;
      setEmptyText(card, null);
    } else if (isAway() || reply.status === 503 && card.tag && began - card.at < pictureLifetime) {
      pause = 1000;
    } else {
      pause = 2000;
      setEmptyText(card, model.records.get(card.name)?.shows === "dark" || reply.status === 422 ? "Nothing: the display is dark." : (await reply.json()).error);
    }
  } catch { pause = 2000; }
  setTimeout(() => { card.timer = null; loadPicture(card); }, Math.max(pause - (performance.now() - began), 50));
}
/** Draws the picture upright, as a person sees it on a rotated panel. */
function draw(card, picture) {
  card.turn = setting(card.name, "rotation");
  const [angle, swaps] = rotations[parseInt(String(card.turn).replace("flipped-", ""), 10)] ?? [0, false];
  const { canvas } = card;
  [canvas.width, canvas.height] = swaps ? [picture.height, picture.width] : [picture.width, picture.height];
  const context = canvas.getContext("2d");
  context.translate(canvas.width / 2, canvas.height / 2);
  if (String(card.turn).startsWith("flipped")) context.scale(-1, 1);
  context.rotate(angle * Math.PI / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  picture.close();
}
function setEmptyText(card, text) {
  const empty = $(".empty", card.element);
  empty.hidden = !text;
  if (text) { setText(empty, text); card.tag = null; }
}

// --- The texts

const sentence = text => text ? text[0].toUpperCase() + text.slice(1) : "";
function fill(card, screen) {
  const record = model.records.get(screen.name);
  const { element } = card;
  const identity = [screen.make, screen.model].filter(Boolean).join(" ");
  setText($("h2 span", element), called(screen.label, screen.name));
  setText($(".display", element), screen.guessed ? "not identified yet" : identity);
  setText($(".mode", element), screen.currentMode?.name ?? "No mode");
  setText($(".why", element), screen.currentMode ? modeReason(record) : "");
  setText($(".shows", element), record?.shows ? `${sentence(record.shows)}: ${record.showsBecause.find(reason => reason.holds)?.reason ?? ""}` : "");
  const problems = [...(record?.edid.problems ?? []).slice(0, 2), ...(record?.unmetWishes ?? []).map(wish => `${wish.wish}: ${wish.reason}`)];
  const element2 = $(".problems", element);
  element2.hidden = !problems.length;
  setText(element2, problems.join(" · "));
  const power = schedule(screen.name);
  const switchOn = $("[data-toggle=power]", element);
  setText($("span", switchOn), power?.isOff ? "Turn on now" : "Power");
  switchOn.ariaLabel = `${$("span", switchOn).textContent}: ${screen.name}`;
  for (const toggle of all("[data-toggle]", element)) toggle.setAttribute("aria-pressed", String(setting(screen.name, toggle.dataset.toggle) === "on"));
  const chips = isAway() ? ["Old picture"] : [];
  if (record?.showsBecause.at(-1)?.rule === "raised") chips.push("Alarm");
  if (power) chips.push(power.text);
  if (power?.isOff) switchOn.ariaPressed = "false";
  if (setting(screen.name, "power") === "off") chips.push("Power is off");
  if (setting(screen.name, "blank") === "on") chips.push("Black");
  if (setting(screen.name, "freeze") === "on") chips.push("Frozen");
  if (screen.guessed) chips.push("Waiting for its EDID");
  if (screen.status === "disconnected") chips.push("Stand-in");
  if (screen.mirroredScreen) chips.push(`Mirrors ${called(model.screens.find(other => other.name === screen.mirroredScreen)?.label, screen.mirroredScreen)}`);
  const host = $(".chips", element);
  if (host.dataset.key !== chips.join()) {
    host.dataset.key = chips.join();
    host.replaceChildren(...chips.map(text => make("span", { class: "chip" }, text)));
  }
  card.canvas.ariaLabel = `What ${called(screen.label, screen.name)} shows: ${record?.shows ?? "unknown"}`;
}
/** Updates all cards after the daemon has stopped or started to answer. */
export function updateCards() {
  for (const card of cards.values()) {
    // A daemon that starts draws no pictures yet, so their lifetime starts now.
    if (!isAway()) card.at = performance.now();
    loadPicture(card);
    const screen = model.screens.find(screen => screen.name === card.name);
    if (screen) fill(card, screen);
  }
}
export function showCards() {
  const host = $("#cards");
  const names = new Set(model.screens.map(screen => screen.name));
  for (const [name, card] of cards) {
    if (names.has(name)) continue;
    seen.unobserve(card.canvas);
    card.element.remove();
    card.visible = false;
    cards.delete(name);
  }
  model.screens.forEach((screen, place) => {
    if (!cards.has(screen.name)) cards.set(screen.name, makeCard(screen.name));
    const card = cards.get(screen.name);
    fill(card, screen);
    if (host.children[place] !== card.element) host.insertBefore(card.element, host.children[place] ?? null);
  });
  const none = $("#none");
  none.hidden = names.size > 0;
  setText($("p", none), controls() && model.connectors.length ? "No display is plugged in. The displays are simulated: plug one in." : "No display is plugged in. A display appears here as soon as it is plugged in.");
}
