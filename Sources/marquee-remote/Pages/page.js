// What every part of both pages stands on: what is known, elements, and words for people.
export const state = { daemon: true, talk: null, role: "observe", online: false, slides: new Map() };
export const $ = (selector, from = document) => from.querySelector(selector);
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
/** Whether what the page shows may be old: the server is away, or marqueed does not answer it. */
export const isAway = () => Boolean(state.known) && !(state.online && state.daemon);
export const noAnswer = "marqueed, which drives the displays, does not answer. The picture on a display may stay as it is. Trying again …";
export const controls = () => state.role === "control";
const ofTalk = "[data-act]:not([data-act=larger], [data-act=smaller]), [data-point], [data-open=overview], [data-open=message], [data-talk]";
/** Enables what is done in a talk only while there is one. */
export const offerTalk = () => all(ofTalk).forEach(button => { button.disabled = !state.talk; });
export const heard = [];
/** Calls back after each change, with the talk as it was before. */
export const onState = handler => heard.push(handler);

/** Whether single letters and signs are keys (WCAG 2.1.4): kept with this browser. */
export const letters = {
  areKeys: localStorage.getItem("letters") !== "off",
  set(on) {
    letters.areKeys = on;
    localStorage.setItem("letters", on ? "on" : "off");
  },
};

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
/** One of the page's icons. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#icon-" + name);
  svg.append(use);
  return svg;
}
/**
 * Gives an element other children, so that nothing is taken away under a finger: the one of the same data-key keeps the focus, and a line of a
 * list that is the same stays the same element.
 */
export function refill(host, ...children) {
  const held = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const lines = new Map(all("li", host).map(line => [line.outerHTML, line]));
  for (const line of children.flatMap(child => all("li", child))) {
    const same = lines.get(line.outerHTML);
    if (same) { lines.delete(line.outerHTML); line.replaceWith(same); }
  }
  host.replaceChildren(...children);
  if (held) host.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}
/** Sets a text only where it is another, so that nothing is laid out or read aloud twice. */
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
export const writeAll = (selector, text) => all(selector).forEach(element => write(element, text));

// A button is pressed once, however long Enter is held on it: the next one in its place would be pressed too.
document.addEventListener("keydown", event => {
  if (event.repeat && event.key === "Enter" && event.target.closest("button")) event.preventDefault();
});

// --- Words: what happened, to see and, in regions that are always there, to hear

const words = $("#words");
const regions = { say: $("#say"), told: $("#told"), alarm: $("#alarm") };
const standing = new Map();
/**
 * Shows a sentence for some seconds. One with a key stands until another takes its place under that (null takes it away), or for as long as is said.
 * A sentence that is there already takes its own place.
 */
export function tell(text, { key = text, trouble = false, button, seconds = key === text ? 4 : 0 } = {}) {
  const before = standing.get(key);
  if (before?.text === text && !seconds) return;
  before?.take();
  if (!text) return;
  const element = make("div", { class: trouble ? "trouble" : null }, make("span", {}, text));
  if (button) element.append(make("button", { onclick: button.action }, button.label));
  // A paragraph of its own for each: what is said twice is heard twice.
  const aloud = make("p", {}, button ? `${text} There is a button: ${button.label}.` : text);
  const one = { text, take };
  const timer = seconds && setTimeout(take, seconds * 1000);
  function take() {
    clearTimeout(timer);
    element.remove();
    aloud.remove();
    if (standing.get(key) === one) standing.delete(key);
  }
  words.append(element);
  raiseWords();
  regions[trouble ? "alarm" : "told"].append(aloud);
  standing.set(key, one);
}
/** Puts the words over a sheet that is open, and into it: what is outside of it can be neither pressed nor heard. */
export function raiseWords() {
  const host = $("dialog[open]") ?? document.body;
  for (const element of [words, ...Object.values(regions)]) if (element.parentElement !== host) host.append(element);
  if (!words.showPopover) return;
  words.popover = "manual";
  if (words.matches(":popover-open")) words.hidePopover();
  words.showPopover();
}
/** Says something to who does not see the page. */
export const say = text => write(regions.say, text);

/** The whole number in a field, between the bounds that the field has; null where it is none, and the page says what it may be. */
export function numberOf(field, label, nothing) {
  const text = field.validity.badInput ? "?" : field.value.trim();
  const number = Number(text);
  const isNone = nothing ? !text : false;
  const fits = isNone || text && Number.isInteger(number) && number >= Number(field.min) && number <= Number(field.max);
  if (fits) return number;
  tell(`${label}: a whole number from ${field.min} to ${field.max}${nothing ? `, or ${nothing}` : ""}.`, { trouble: true, seconds: 6 });
  field.focus();
  return null;
}

/** Posts something; the reply may be a refusal. */
export const post = (path, body = {}, milliseconds = 5000) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), priority: "high",
  signal: AbortSignal.timeout(milliseconds),
});
