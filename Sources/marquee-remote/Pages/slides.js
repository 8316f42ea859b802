// The slides: their pictures, which are decoded before they are shown, titles and notes.
import { $, controls, limitedTo, make, notifyChange, state } from "./page.js";

const widths = [320, 640, 960, 1280, 1920];
/** The address of a slide's picture for an element of this width in CSS pixels. */
export function pictureURL(page, cssWidth, notes = false) {
  const wanted = cssWidth * Math.min(devicePixelRatio || 1, 2);
  const width = widths.find(width => width >= wanted * 0.9) ?? 1920;
  return `/picture/${state.talk.pictures}/${page}/${width}${notes ? "?part=notes" : ""}`;
}
/** The title of a slide; undefined before it is loaded. */
export const titleOf = page => state.slides.get(page)?.title;
export const nameOf = page =>
  page ? `Slide ${slideOf(page)} of ${slideCount()}${titleOf(page) ? ": " + titleOf(page) : ""}` : "No slide is shown";

// --- Numbers: successive pages with one label are the steps of one slide, and count once

let starts = [];
let startsKey = "";
/** The first page of each slide. */
function firstPages() {
  const pages = state.talk?.pages ?? 0;
  const key = `${state.talk?.pictures} ${pages} ${state.slides.size}`;
  if (key === startsKey) return starts;
  startsKey = key;
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const labelOf = page => state.slides.get(page)?.label;
  starts = all.filter(page => !labelOf(page) || labelOf(page) !== labelOf(page - 1));
  // One label for the whole deck names no slides.
  if (starts.length < 2) starts = all;
  return starts;
}
export const slideCount = () => firstPages().length;
/** The number of the slide to which a page belongs. */
export const slideOf = page => firstPages().filter(first => first <= page).length || page;
/** The pages of a slide. */
export function pagesOf(number) {
  const first = firstPages()[number - 1];
  const end = firstPages()[number] ?? (state.talk?.pages ?? 0) + 1;
  return Array.from({ length: first ? end - first : 0 }, (_, index) => first + index);
}

/** The number of slides below `end` that turns show. */
export function shownSlides(end = Infinity) {
  const numbers = firstPages().map((_, index) => index + 1);
  return numbers.filter(number => number < end && !pagesOf(number).every(page => state.slides.get(page)?.hidden)).length;
}

/** The next page that is not hidden; undefined after the last. */
export function nextPage() {
  const talk = state.talk;
  for (let page = talk.page + 1; page <= talk.pages; page++) if (!state.slides.get(page)?.hidden) return page;
}

// A browser has six connections to a server, and the stream takes one. Pictures leave two for actions.
const inTurn = limitedTo(3);
/** Shows a picture in an element as soon as it is decoded. The old picture stays until then. */
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
        // The element may need another picture by now.
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
/** Loads a picture that the page will probably need, unless `isWanted` is false when its turn comes. */
export function prefetch(url, isWanted) {
  inTurn(() => {
    if (!isWanted()) return;
    const image = new Image();
    image.src = url;
    return image.decode().catch(() => null);
  });
}

// --- Titles and notes

let slidesKey = "";
async function fetchSlides(first, count) {
  const pictures = state.talk?.pictures;
  const reply = await fetch(`/api/slides?first=${first}&count=${count}`);
  if (!reply.ok || pictures !== state.talk?.pictures) return false;
  for (const slide of (await reply.json()).slides) state.slides.set(slide.page, slide);
  return true;
}
/** Loads all slides of a new talk or deck, or with new notes. With each turn it loads the current ones again, because notes may change. */
export async function followSlides(before) {
  const talk = state.talk;
  if (!talk) return;
  const key = `${talk.pictures}/${talk.pages}/${talk.notesVersion ?? ""}`;
  try {
    if (key !== slidesKey) {
      slidesKey = key;
      state.slides.clear();
      if (await fetchSlides(Math.max(1, talk.page), Math.min(2, talk.pages))) notifyChange(talk, true);
      if (!controls()) return;
      for (let first = 1; first <= talk.pages && slidesKey === key; first += 50) {
        if (!await fetchSlides(first, 50)) { slidesKey = ""; break; }
      }
      notifyChange(talk, true);
    } else if (talk.page && before?.page !== talk.page) {
      if (await fetchSlides(talk.page, 2)) notifyChange(talk, true);
    }
  } catch { slidesKey = ""; }
}

/** Elements for notes in a part of Markdown: paragraphs, lists, bold, italics and code. */
function notesOf(text) {
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
/** Shows the notes of the current slide in an element. */
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
    parts.unshift(make("img", { src: pictureURL(talk.page, element.clientWidth, true), alt: `Notes for slide ${slideOf(talk.page)}` }));
  }
  element.replaceChildren(...(parts.length ? parts : [make("p", { class: "soft" }, "No notes for this slide.")]));
}
