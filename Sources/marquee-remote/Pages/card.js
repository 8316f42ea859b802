// A card for each screen: what it shows now, why, and what can be done about it.
import { box, noteQuestion, schedule, setting, whyMode } from "./box.js";
import { deeds } from "./deeds.js";
import { $, all, controls, icon, isAway, make, write } from "./page.js";
import { open } from "./care.js";
import { leave } from "./stream.js";

const cards = new Map();
const apart = 400;
// For so many milliseconds the last picture stays where the daemon has no time to draw another.
const lasting = 10_000;
const turned = { 90: [90, true], 180: [180, false], 270: [-90, true] };

function makeCard(name) {
  const canvas = make("canvas", { role: "img", width: 640, height: 360 });
  const tool = (label, symbol, action, pressed) => make("button", { type: "button", onclick: action, ...(pressed ? { "aria-pressed": "false", "data-toggle": pressed } : {}),
    "aria-label": `${label}: ${name}` }, icon(symbol), make("span", {}, label));
  const isOn = what => setting(name, what) === "on";
  const element = make("article", { class: "card", "data-screen": name, "aria-labelledby": `name-${name}` },
    make("div", { class: "view" }, canvas, make("p", { class: "empty", hidden: true }), make("div", { class: "chips" })),
    make("div", { class: "what" },
      make("h2", {}, make("span", { id: `name-${name}` }, name), " ", make("span", { class: "soft display" })),
      make("p", {}, make("strong", { class: "mode numbers" }), " ", make("span", { class: "soft why" })),
      make("p", { class: "soft shows" }), make("p", { class: "small bad problems", hidden: true })),
    make("div", { class: "tools control" },
      tool("Power", "power", () => deeds.power(name, !isOn("power") || Boolean(schedule(name)?.isOff)), "power"), tool("Black", "black", () => deeds.black(name, !isOn("blank")), "blank"),
      tool("Freeze", "freeze", () => deeds.freeze(name, !isOn("freeze")), "freeze"), tool("Identify", "identify", () => deeds.identify(name)),
      tool("Mode", "screen", () => open("mode", name)), tool("Picture", "corners", () => open("picture", name)),
      tool("Shows", "layers", () => open("shows", name)), tool("Why", "help", () => open("why", name))));
  const card = { element, canvas, name, tag: null, at: 0, visible: false, timer: null };
  seen.observe(canvas);
  return card;
}

// --- The picture, a few times a second, of what is looked at and of nothing else

const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const card = [...cards.values()].find(card => card.canvas === target);
    if (card) { card.visible = isIntersecting; look(card); }
  }
});
document.addEventListener("visibilitychange", () => cards.forEach(look));
async function look(card) {
  if (card.timer || !card.visible || document.hidden || isAway()) return;
  card.timer = true;
  const began = performance.now();
  let pause = apart;
  try {
    const side = card.canvas.clientWidth * devicePixelRatio > 640 ? 960 : card.canvas.clientWidth * devicePixelRatio > 320 ? 640 : 320;
    noteQuestion();
    const reply = await fetch(`/look?screen=${encodeURIComponent(card.name)}&side=${side}`, { signal: AbortSignal.timeout(6000) });
    if (reply.status === 401) return leave();
    if (reply.ok) {
      if (reply.headers.get("ETag") !== card.tag || card.turn !== setting(card.name, "rotation")) {
        card.tag = reply.headers.get("ETag");
        draw(card, await createImageBitmap(await reply.blob()));
      }
      card.at = began;
      shown(card, null);
    } else if (isAway() || reply.status === 503 && card.tag && began - card.at < lasting) {
      pause = 1000;
    } else {
      pause = 2000;
      shown(card, box.records.get(card.name)?.shows === "dark" || reply.status === 422 ? "Nothing: the display is dark." : (await reply.json()).error);
    }
  } catch { pause = 2000; }
  setTimeout(() => { card.timer = null; look(card); }, Math.max(pause - (performance.now() - began), 50));
}
/** As somebody before the display sees it: a turned panel is turned back. */
function draw(card, picture) {
  card.turn = setting(card.name, "rotation");
  const [angle, swaps] = turned[parseInt(String(card.turn).replace("flipped-", ""), 10)] ?? [0, false];
  const { canvas } = card;
  [canvas.width, canvas.height] = swaps ? [picture.height, picture.width] : [picture.width, picture.height];
  const context = canvas.getContext("2d");
  context.translate(canvas.width / 2, canvas.height / 2);
  if (String(card.turn).startsWith("flipped")) context.scale(-1, 1);
  context.rotate(angle * Math.PI / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  picture.close();
}
function shown(card, words) {
  const empty = $(".empty", card.element);
  empty.hidden = !words;
  if (words) { write(empty, words); card.tag = null; }
}

// --- The words

const sentence = text => text ? text[0].toUpperCase() + text.slice(1) : "";
function fill(card, screen) {
  const record = box.records.get(screen.name);
  const { element } = card;
  const identity = [screen.make, screen.model].filter(Boolean).join(" ");
  write($(".display", element), screen.guessed ? "it has not said what it is" : identity);
  write($(".mode", element), screen.currentMode?.name ?? "No mode");
  write($(".why", element), screen.currentMode ? whyMode(record) : "");
  write($(".shows", element), record?.shows ? `${sentence(record.shows)}: ${record.showsBecause.find(reason => reason.holds)?.reason ?? ""}` : "");
  const problems = [...(record?.edid.problems ?? []).slice(0, 2), ...(record?.unmetWishes ?? []).map(one => `${one.wish}: ${one.reason}`)];
  const element2 = $(".problems", element);
  element2.hidden = !problems.length;
  write(element2, problems.join(" · "));
  const power = schedule(screen.name);
  const switchOn = $("[data-toggle=power]", element);
  write($("span", switchOn), power?.isOff ? "Turn on now" : "Power");
  switchOn.ariaLabel = `${$("span", switchOn).textContent}: ${screen.name}`;
  for (const toggle of all("[data-toggle]", element)) toggle.setAttribute("aria-pressed", String(setting(screen.name, toggle.dataset.toggle) === "on"));
  const chips = isAway() ? ["An old picture"] : [];
  if (power) chips.push(power.words);
  if (power?.isOff) switchOn.ariaPressed = "false";
  if (setting(screen.name, "power") === "off") chips.push("Power is off");
  if (setting(screen.name, "blank") === "on") chips.push("Black");
  if (setting(screen.name, "freeze") === "on") chips.push("Frozen");
  if (screen.guessed) chips.push("Waits for its EDID");
  if (screen.status === "disconnected") chips.push("A stand-in");
  if (screen.mirroredScreen) chips.push(`Mirrors ${screen.mirroredScreen}`);
  const host = $(".chips", element);
  if (host.dataset.key !== chips.join()) {
    host.dataset.key = chips.join();
    host.replaceChildren(...chips.map(text => make("span", { class: "chip" }, text)));
  }
  card.canvas.ariaLabel = `What ${screen.name} shows: ${record?.shows ?? "unknown"}`;
}
/** Whether the pictures are old has changed. */
export function lookAgain() {
  for (const card of cards.values()) {
    // While a daemon begins it has no time for pictures.
    if (!isAway()) card.at = performance.now();
    look(card);
    const screen = box.screens.find(screen => screen.name === card.name);
    if (screen) fill(card, screen);
  }
}
/** Writes all cards. */
export function showCards() {
  const host = $("#cards");
  const names = new Set(box.screens.map(screen => screen.name));
  for (const [name, card] of cards) {
    if (names.has(name)) continue;
    seen.unobserve(card.canvas);
    card.element.remove();
    card.visible = false;
    cards.delete(name);
  }
  box.screens.forEach((screen, place) => {
    if (!cards.has(screen.name)) cards.set(screen.name, makeCard(screen.name));
    const card = cards.get(screen.name);
    fill(card, screen);
    if (host.children[place] !== card.element) host.insertBefore(card.element, host.children[place] ?? null);
  });
  const none = $("#none");
  none.hidden = names.size > 0;
  write($("p", none), controls() && box.backend === "simulated" ? "No display is plugged in. The displays are simulated: plug one in." : "No display is plugged in. As soon as one is, it is here.");
}
