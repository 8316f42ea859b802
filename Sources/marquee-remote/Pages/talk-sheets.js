// The sheets of a talk. Each is made when it first opens.
import { act, states, toggle } from "./talk-actions.js";
import { $, all, announce, called, enableTalkButtons, letters, make, numberOf, onState, refill, showMessage, state } from "./page.js";
import { presentSheet } from "./present.js";
import { button, codeSheet, sheet, show, talkButton } from "./sheet.js";
import { pagesOf, pictureURL, showPicture, slideCount, slideOf, titleOf } from "./slides.js";
import { unpair } from "./stream.js";

const sheets = {};
const builders = {
  overview() {
    const search = make("input", { type: "search", id: "search", placeholder: "Number or words", autocomplete: "off" });
    const grid = make("ul", { class: "grid", role: "list" });
    const dialog = sheet("overview", "Slides", make("div", { class: "search" }, make("label", { for: "search" }, "Find a slide"), search), grid);
    const seen = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) showPicture(target, pictureURL(Number(target.dataset.thumb), 150));
    }, { root: grid, rootMargin: "200px" });
    const go = page => { dialog.close(); act("goto", { page }); };
    // The titles of a changed deck arrive a little later than its slides.
    let filledKey = "";
    const known = () => `${state.talk?.pictures} ${state.slides.size}`;
    function fill() {
      const talk = state.talk;
      filledKey = known();
      seen.disconnect();
      const wanted = search.value.trim().toLowerCase();
      const pages = [];
      const textOf = page => {
        const slide = state.slides.get(page);
        return `${slide?.title ?? ""} ${slide?.notes ?? ""} ${slide?.label ?? ""}`.toLowerCase();
      };
      for (let number = 1; talk && number <= slideCount(); number++) {
        const [page] = pagesOf(number);
        // A number finds that slide first, and then the slides that mention it.
        if (String(number) === wanted) pages.unshift(page);
        else if (!wanted || pagesOf(number).some(step => textOf(step).includes(wanted))) pages.push(page);
      }
      refill(grid, ...pages.map(page => make("li", { "aria-current": slideOf(page) === slideOf(talk.page) ? "true" : null },
        make("button", { type: "button", onclick: () => go(page), "data-page": page, "data-key": page },
          make("span", { class: "thumb", "data-thumb": page }),
          make("span", { class: "name cut" }, `${slideOf(page)}${titleOf(page) ? "  " + titleOf(page) : ""}${state.slides.get(page)?.hidden ? " (hidden)" : ""}`)))));
      for (const thumb of all("[data-thumb]", grid)) seen.observe(thumb);
      if (!pages.length) {
        const sentence = /^\d+$/.test(wanted) ? `There is no slide ${wanted}: the deck has ${slideCount()}.` : "No slide contains that.";
        grid.append(make("li", { class: "soft" }, sentence));
        if (wanted) announce(sentence);
      }
    }
    search.addEventListener("input", fill);
    search.addEventListener("keydown", event => {
      const page = Number($("button", grid)?.dataset.page);
      if (event.key === "Enter" && page) { event.preventDefault(); go(page); }
    });
    onState(() => {
      if (!dialog.open) return;
      if (known() !== filledKey) fill();
      for (const item of all("li", grid)) {
        const page = Number($("button", item)?.dataset.page);
        const isCurrent = page > 0 && slideOf(page) === slideOf(state.talk?.page);
        if (isCurrent) item.setAttribute("aria-current", "true"); else item.removeAttribute("aria-current");
      }
    });
    dialog.prepare = () => { search.value = ""; fill(); $("[aria-current]", grid)?.scrollIntoView({ block: "center" }); search.focus(); };
    return dialog;
  },
  message() {
    const text = make("textarea", { id: "message-text", maxlength: "300", placeholder: "We continue at 10:45" });
    const seconds = make("select", { id: "message-seconds" }, ...[["", "until you remove it"], ["10", "10 seconds"], ["30", "30 seconds"], ["300", "5 minutes"]]
      .map(([value, label]) => make("option", { value }, label)));
    const dialog = sheet("message", "Message to the audience", make("form", { class: "inside", onsubmit: async event => {
      event.preventDefault();
      if (text.value.trim() && await act("message", { text: text.value.trim(), ...(seconds.value ? { seconds: Number(seconds.value) } : {}) })) dialog.close();
    } },
    make("div", {}, make("label", { for: "message-text" }, "Shown over the slide"), text),
    make("div", {}, make("label", { for: "message-seconds" }, "For"), seconds),
    make("div", { class: "row" }, talkButton("Remove", async () => { await act("message", { text: "" }); dialog.close(); }), make("button", { class: "main", "data-talk": true }, "Show"))));
    dialog.prepare = () => { text.value = state.talk?.message ?? ""; text.focus(); };
    return dialog;
  },
  device() {
    return codeSheet(answer => [make("p", {}, talkButton("Show as a QR code to the audience", () => act("code", { text: answer.link })), " ",
      talkButton("Remove the QR code", () => act("code", { text: "" })))], enableTalkButtons);
  },
  menu() {
    const minutes = make("input", { id: "minutes", type: "number", min: "0", max: "1440", inputmode: "numeric" });
    const screens = make("ul", { class: "list" });
    const dialog = sheet("menu", "This talk", make("div", { class: "inside" },
      make("section", {}, make("h3", {}, "Timer"),
        make("div", { class: "row" }, talkButton("Start or pause", () => toggle("timer")), talkButton("Back to zero", () => act("resetTimer"))),
        make("form", { class: "row", novalidate: true, onsubmit: async event => {
          event.preventDefault();
          const number = numberOf(minutes, "Minutes for the talk", "empty for no limit");
          if (number !== null && await act("setDuration", { seconds: number * 60 })) showMessage(number ? `The talk has ${number} min.` : "The talk has no time limit.");
        } },
          make("div", {}, make("label", { for: "minutes" }, "Minutes for the talk"), minutes), make("button", { class: "fixed", "data-talk": true }, "Set"))),
      make("section", {}, make("h3", {}, "Displays"), screens),
      make("section", {}, make("h3", {}, "More"),
        make("div", { class: "row" }, talkButton("Message", () => { dialog.close(); open("message"); }), button("Pair a device", () => { dialog.close(); open("device"); })),
        make("div", { class: "row" }, button("Present a PDF file", () => { dialog.close(); open("present"); })),
        make("div", { class: "row" }, button("Keys", () => { dialog.close(); open("help"); }),
          make("a", { class: "button", href: location.pathname === "/console" ? "/" : "/console" }, location.pathname === "/console" ? "Phone remote" : "Console"),
          make("a", { class: "button", href: "/screens" }, "Screens")),
        button("Unpair this device", unpair, "danger"))));
    function fill() {
      if (!dialog.open) return;
      refill(screens, ...(state.talk?.screens ?? []).map(screen => make("li", {},
        make("span", {}, make("strong", {}, called(screen.label, screen.screen)), make("span", { class: "soft" }, ` ${screen.mode?.name ?? ""} · ${states[screen.state]}`)),
        ...(screen.state === "waiting" ? [make("button", { type: "button", class: "main", "data-key": screen.screen, onclick: () => act("show", { screen: screen.screen }) }, "Show")] : []))));
      if (!screens.children.length) screens.append(make("li", { class: "soft" }, state.talk ? "No display is plugged in." : "Displays are listed during a talk."));
    }
    onState(fill);
    dialog.prepare = () => { minutes.value = state.talk?.timer.duration ? Math.round(state.talk.timer.duration / 6e4) : ""; fill(); };
    return dialog;
  },
  present: () => presentSheet(),
  help() {
    const checkbox = make("input", { type: "checkbox", id: "letters", checked: letters.areKeys,
      onchange: event => letters.set(event.target.checked) });
    return sheet("help", "Keys", make("div", { class: "inside" }, make("label", { class: "check", for: "letters" }, checkbox,
      make("span", {}, "Letters and signs are shortcuts", make("span", { class: "small soft" }, "Turn this off if a program types for you, such as speech input"))), make("dl", { class: "keys" }, ...[
      [["→", "Space", "PgDn"], "next slide"], [["←", "PgUp"], "previous slide"], [["Home", "End"], "first, last slide"], [["G"], "slides: find one and go to it"],
      [["B"], "black"], [["W"], "white"], [["F"], "freeze what the audience sees"], [["V"], "play the video of the slide"], [["L"], "pointer"], [["S"], "spotlight"], [["Shift", "arrows"], "move the pointer"],
      [["Esc"], "pointer off"], [["T"], "timer: start, pause"], [["R"], "timer: back to zero"], [["M"], "message"], [["O"], "this talk: displays, minutes"],
      [["+", "−"], "larger, smaller notes"], [["?"], "this list"],
    ].flatMap(([keys, effect]) => [make("dt", {}, ...keys.flatMap(key => [make("kbd", {}, key), " "])), make("dd", {}, effect)]))));
  },
};
export const names = Object.keys(builders);
export function open(id) {
  show(sheets[id] ??= builders[id]());
  enableTalkButtons();
}
