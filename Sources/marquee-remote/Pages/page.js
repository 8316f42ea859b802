// The state, elements and messages that all pages of a paired device use. This module imports no other one.
export const state = { daemon: true, talk: null, receivedAt: 0, role: "observe", online: false, slides: new Map() };
export const $ = (selector, from = document) => from.querySelector(selector);
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
/** Whether the page may show old data, because the server cannot be reached or marqueed does not answer it. */
export const isAway = () => Boolean(state.known) && !(state.online && state.daemon);
export const daemonAway = "marqueed, which drives the displays, does not answer. The picture on a display may stay as it is. Trying again …";
/** A screen as people know it: its own name beside its connector. */
export const called = (label, connector) => label ? `${label} (${connector})` : connector;
export const controls = () => state.role === "control";
const ofTalk = "[data-act]:not([data-act=larger], [data-act=smaller]), [data-point], [data-open=overview], [data-open=message], [data-talk]";
/** Enables the buttons that need a talk if there is one, and disables them otherwise. */
export const enableTalkButtons = () => all(ofTalk).forEach(button => { button.disabled = !state.talk; });

const handlers = [];
/**
 * Adds a handler that runs after each change of the state, in the order of registration. It gets the talk before the change, and whether
 * the talk is the same and only its slides or the size of the page have changed.
 */
export const onState = handler => handlers.push(handler);
export const notifyChange = (before, isSameTalk = false) => handlers.forEach(handler => handler(before, isSameTalk));

/** Whether single letters and signs are shortcuts (WCAG 2.1.4). The browser keeps the choice. */
export const letters = {
  areKeys: localStorage.getItem("letters") !== "off",
  set(on) {
    letters.areKeys = on;
    localStorage.setItem("letters", on ? "on" : "off");
  },
};

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
/** An icon of piece-icons.html. */
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
 * Replaces the children of an element and removes nothing that a finger may be on: the element with the same data-key keeps the focus, and
 * an unchanged line of a list stays the same element.
 */
export function refill(host, ...children) {
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const lines = new Map(all("li", host).map(line => [line.outerHTML, line]));
  for (const line of children.flatMap(child => all("li", child))) {
    const same = lines.get(line.outerHTML);
    if (same) { lines.delete(line.outerHTML); line.replaceWith(same); }
  }
  host.replaceChildren(...children);
  if (focused) host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}
/** Sets a text only if it differs, so that the browser lays out and reads aloud nothing twice. */
export function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
export const setTextOfAll = (selector, text) => all(selector).forEach(element => setText(element, text));

// A held Enter key presses a button once. Otherwise it would also press the button that takes its place.
document.addEventListener("keydown", event => {
  if (event.repeat && event.key === "Enter" && event.target.closest("button")) event.preventDefault();
});

// --- Messages: visible texts, and live regions for screen readers

const messages = $("#messages");
const regions = { status: $("#status"), log: $("#spoken-log"), alert: $("#alert") };
const shown = new Map();
/**
 * Shows a sentence, by default for four seconds. A sentence with a key stays until another one has the same key (null removes it), or for
 * the given seconds. An unchanged sentence stays in its place.
 */
export function showMessage(text, { key = text, trouble = false, button, seconds = key === text ? 4 : 0 } = {}) {
  const before = shown.get(key);
  if (before?.text === text && !seconds) return;
  before?.remove();
  if (!text) return;
  const element = make("div", { class: trouble ? "trouble" : null }, make("span", {}, text));
  if (button) element.append(make("button", { onclick: button.action }, button.label));
  // Each message has its own paragraph: a screen reader reads a repeated sentence again.
  const spoken = make("p", {}, button ? `${text} There is a button: ${button.label}.` : text);
  const message = { text, remove };
  const timer = seconds && setTimeout(remove, seconds * 1000);
  function remove() {
    clearTimeout(timer);
    element.remove();
    spoken.remove();
    if (shown.get(key) === message) shown.delete(key);
  }
  messages.append(element);
  raiseMessages();
  regions[trouble ? "alert" : "log"].append(spoken);
  shown.set(key, message);
}
/** Moves the messages into the open sheet, and above it: the browser blocks everything outside of a sheet. */
export function raiseMessages() {
  const host = $("dialog[open]") ?? document.body;
  for (const element of [messages, ...Object.values(regions)]) if (element.parentElement !== host) host.append(element);
  if (!messages.showPopover) return;
  messages.popover = "manual";
  if (messages.matches(":popover-open")) messages.hidePopover();
  messages.showPopover();
}
/** Sends a text to screen readers only. */
export const announce = text => setText(regions.status, text);

/** The whole number in a field, within the bounds of the field. Otherwise null, and the page shows the bounds. */
export function numberOf(field, label, emptyMeaning) {
  const text = field.validity.badInput ? "?" : field.value.trim();
  const number = Number(text);
  const isEmpty = emptyMeaning ? !text : false;
  const fits = isEmpty || text && Number.isInteger(number) && number >= Number(field.min) && number <= Number(field.max);
  if (fits) return number;
  showMessage(`${label}: a whole number from ${field.min} to ${field.max}${emptyMeaning ? `, or ${emptyMeaning}` : ""}.`, { trouble: true, seconds: 6 });
  field.focus();
  return null;
}

/** Returns a function that runs pieces of asynchronous work, at most `count` at a time. */
export function limitedTo(count) {
  let running = 0;
  const queue = [];
  return async work => {
    if (running >= count) await new Promise(done => queue.push(done));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      queue.shift()?.();
    }
  };
}

/** Posts JSON. The reply may be a refusal. */
export const post = (path, body = {}, milliseconds = 5000) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), priority: "high",
  signal: AbortSignal.timeout(milliseconds),
});
