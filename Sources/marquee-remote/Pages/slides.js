// What is known of slides: pictures, which are decoded before they are seen, titles, and notes.
import { $, controls, make, state } from "./page.js";
import { change } from "./talk.js";

const widths = [320, 640, 960, 1280, 1920];
/** Where the picture of a slide is, for a place of so many CSS pixels across. */
export function pictureURL(page, cssWidth, notes = false) {
  const wanted = cssWidth * Math.min(devicePixelRatio || 1, 2);
  const width = widths.find(width => width >= wanted * 0.9) ?? 1920;
  return `/picture/${state.talk.pictures}/${page}/${width}${notes ? "?part=notes" : ""}`;
}
/** A slide's title, as far as it is known. */
export const titleOf = page => state.slides.get(page)?.title;
export const nameOf = page =>
  page ? `Slide ${page} of ${state.talk?.pages ?? page}${titleOf(page) ? ": " + titleOf(page) : ""}` : "No slide is shown";

// A browser has six connections to a server, and one is the stream: pictures leave some for what is pressed.
const mostAtOnce = 3;
let underway = 0;
const queue = [];
async function inTurn(work) {
  if (underway >= mostAtOnce) await new Promise(done => queue.push(done));
  underway += 1;
  try {
    return await work();
  } finally {
    underway -= 1;
    queue.shift()?.();
  }
}
/** Has an element show a picture as soon as it is decoded; what was there stays until then. */
export async function showPicture(element, url, alternative = "") {
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
    try {
      await inTurn(() => {
        // Another one may be wanted by now.
        if (element.dataset.url !== url) return;
        image.src = url;
        return image.decode();
      });
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
/** Fetches what is likely wanted next, while that is so. */
export function fetchAhead(url, isWanted) {
  inTurn(() => {
    if (!isWanted()) return;
    const image = new Image();
    image.src = url;
    return image.decode().catch(() => null);
  });
}

// --- Titles and notes

let slidesOf = "";
async function fetchSlides(first, count) {
  const pictures = state.talk?.pictures;
  const reply = await fetch(`/api/slides?first=${first}&count=${count}`);
  if (!reply.ok || pictures !== state.talk?.pictures) return false;
  for (const slide of (await reply.json()).slides) state.slides.set(slide.page, slide);
  return true;
}
/** All of a talk or a deck that is new, and the current ones with each page, since notes may have changed. */
export async function followSlides(before) {
  const talk = state.talk;
  if (!talk) return;
  const key = `${talk.pictures}/${talk.pages}`;
  try {
    if (key !== slidesOf) {
      slidesOf = key;
      state.slides.clear();
      if (await fetchSlides(Math.max(1, talk.page), Math.min(2, talk.pages))) change(talk, true);
      if (!controls()) return;
      for (let first = 1; first <= talk.pages && slidesOf === key; first += 50) {
        if (!await fetchSlides(first, 50)) { slidesOf = ""; break; }
      }
      change(talk, true);
    } else if (talk.page && before?.page !== talk.page) {
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
/** Has an element show the notes of the current slide. */
export function showNotes(element) {
  const talk = state.talk;
  const text = state.slides.get(talk.page)?.notes ?? "";
  const key = JSON.stringify([talk.page, text, talk.notesHalf, talk.pictures]);
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
