// Comfort only: every page works without it.  Suggestions while a name is typed, and the
// chart's title shown at once.
"use strict";

// A static site's search finds what the server's index finds: words in any order and spelling,
// parts of words and of ids; typing errors if nothing fits as typed.
const LETTERS = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ð: "d", þ: "th" };
const fold = (text) => text.toLowerCase().replace(/[ßøłđæœðþ]/g, (it) => LETTERS[it])
  .normalize("NFKD").replace(/\p{M}/gu, "");
const wordsOf = (text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];
const readings = (text) => [
  wordsOf(fold(text.replace(/['’ʼ`´]/g, "")).replace(/a+e?|[ou]e/g, (it) => it[0])),
  wordsOf(fold(text)),
];

const distance = (one, other) => { // typing errors: letters missing, added, wrong or swapped
  let [before, row] = [[], [...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[other.length];
};

const fitOf = (word, other, forgiving) => {
  if (other.includes(word)) return word === other ? 0 : other.startsWith(word) ? 1 : 2;
  const errors = forgiving && !/^\d+$/.test(word) ? (word.length >= 4) + (word.length >= 7) : 0;
  if (!errors || Math.abs(word.length - other.length) > errors) return Infinity;
  const found = distance(word, other);
  return found <= errors ? 2 + found : Infinity;
};

const playersFound = (rows, text) => {
  const typed = readings(text).filter((words) => words.length);
  const id = fold(text.trim());
  const fit = (row, forgiving) => Math.min(
    fold(row.player).includes(id) ? 2 : Infinity,
    ...typed.map((words) => Math.max(...words.map((word) => Math.min(
      ...row.words.split(" ").map((other) => fitOf(word, other, forgiving)))))));
  for (const forgiving of [false, true]) {
    const fitting = rows.map((row) => ({ row, fit: fit(row, forgiving) }))
      .filter((each) => each.fit < Infinity);
    if (fitting.length) {
      return fitting.sort((a, b) => a.fit - b.fit || a.row.name.localeCompare(b.row.name))
        .map((each) => each.row);
    }
  }
  return [];
};

for (const input of document.querySelectorAll("input[data-suggest]")) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `${input.id}-found`;
  list.hidden = true;
  input.after(list);
  let timer = 0;
  let latest = 0;
  const roles = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": false };
  for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels[0].textContent);

  const options = () => [...list.querySelectorAll("a")];
  const choose = (option) => {
    for (const each of options()) each.setAttribute("aria-selected", each === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const show = (rows) => {
    list.replaceChildren(...rows.slice(0, 8).map((row, number) => {
      const item = document.createElement("li");
      item.setAttribute("role", "presentation");
      const link = document.createElement("a");
      link.id = `${list.id}-${number}`;
      link.setAttribute("role", "option");
      link.href = row.href;
      link.tabIndex = -1;
      const name = document.createElement("bdi");
      name.textContent = row.name ?? row.player;
      const about = document.createElement("span");
      const person = [row.birth_year, row.club].filter((it) => it).join(", ");
      about.textContent = [person, row.list ?? row.pool, row.figure].filter((it) => it ?? "").join(" · ");
      link.append(name, about);
      item.append(link);
      return item;
    }));
    list.hidden = rows.length === 0;
    input.setAttribute("aria-expanded", !list.hidden);
    choose(null);
  };

  let everybody = null; // of a static site, read once

  const askFile = async (file, number) => {
    everybody ??= await fetch(file).then((answer) => answer.json()).catch(() => []);
    if (number !== latest) return;
    show(playersFound(everybody, input.value)
      .map((row) => ({ ...row, href: new URL(row.href, new URL(file, location.href)).href })));
  };

  const ask = async () => {
    if (input.dataset.suggest.endsWith(".json")) { askFile(input.dataset.suggest, ++latest); return; }
    const query = new URLSearchParams(new FormData(input.form));
    query.set("q", input.value);
    query.set("format", "json");
    const number = ++latest;
    const answer = await fetch(`${input.dataset.suggest}?${query}`).catch(() => null);
    if (!answer || !answer.ok || answer.status !== 200 || number !== latest) return;
    const { go, of } = input.dataset; // a field of one list leads there with the player added
    const own = (row) => row.player && row.pool === of && { ...row, href: go + encodeURIComponent(row.player) };
    const rows = await answer.json();
    show(go ? rows.map(own).filter((it) => it) : rows);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim().length < 2) { latest++; show([]); return; }
    timer = setTimeout(ask, 150);
  });
  input.addEventListener("keydown", (event) => {
    const all = options();
    const place = all.findIndex((each) => each.ariaSelected === "true");
    if (event.key === "Escape") show([]);
    if (event.key === "Enter" && place >= 0) { event.preventDefault(); all[place].click(); }
    if (all.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? all[place + 1] : place < 0 ? all.at(-1) : all[place - 1]);
    }
  });
  input.form.addEventListener("submit", (event) => {
    if (!input.dataset.suggest.endsWith(".json")) return;
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) location.href = first.href;
  });
  document.addEventListener("click", (event) => {
    if (!input.form.contains(event.target)) show([]);
  });
}

const marks = document.querySelectorAll("svg.chart a");
if (marks.length) {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const show = (mark) => {
    const box = mark.getBoundingClientRect();
    tip.textContent = mark.getAttribute("aria-label");
    tip.hidden = false;
    const left = Math.min(box.left + scrollX, scrollX + innerWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${box.top + scrollY - tip.offsetHeight - 8}px`;
  };
  for (const mark of marks) {
    mark.querySelector("title")?.remove();
    mark.addEventListener("mouseenter", () => show(mark));
    mark.addEventListener("focus", () => show(mark));
    for (const leaving of ["mouseleave", "blur"]) {
      mark.addEventListener(leaving, () => { tip.hidden = true; });
    }
  }
}

// A list of players, one a line: whoever the line may mean is suggested below the field.
for (const area of document.querySelectorAll("textarea[data-suggest-line]")) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.hidden = true;
  area.after(list);
  let timer = 0;
  let latest = 0;

  const line = () => {
    const start = area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
    const end = area.value.indexOf("\n", area.selectionStart);
    return [start, end < 0 ? area.value.length : end];
  };
  const close = () => { list.hidden = true; list.replaceChildren(); };
  const take = (row, unique) => {
    const [start, end] = line();
    const text = unique ? row.name : row.player;
    const rest = area.value.slice(end);
    area.setRangeText(rest ? text : `${text}\n`, start, end, "end");
    close();
    area.focus();
  };
  const show = (rows) => {
    const players = [...new Map(rows.map((row) => [row.player, row])).values()].slice(0, 8);
    list.replaceChildren(...players.map((row) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      const name = document.createElement("bdi");
      name.textContent = row.name ?? row.player;
      const about = document.createElement("span");
      about.textContent = [row.birth_year, row.club, row.figure].filter((it) => it ?? "").join(", ");
      button.append(name, about);
      const unique = row.name && players.filter((each) => each.name === row.name).length === 1;
      button.addEventListener("click", () => take(row, unique));
      item.append(button);
      return item;
    }));
    list.hidden = players.length === 0;
  };
  const ask = async () => {
    const number = ++latest;
    const [start, end] = line();
    const wanted = area.value.slice(start, end).trim();
    if (wanted.length < 2 || /^new\s/i.test(wanted)) { close(); return; }
    const query = new URLSearchParams({ q: wanted, format: "json" });
    const answer = await fetch(`${area.dataset.suggestLine}?${query}`).catch(() => null);
    if (answer?.ok && answer.status === 200 && number === latest) show(await answer.json());
  };
  area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 150); });
  area.parentElement.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    if (!buttons.length) return;
    const place = buttons.indexOf(document.activeElement);
    if (event.key === "Escape") { close(); area.focus(); }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    (buttons[place + (event.key === "ArrowDown" ? 1 : -1)] ?? area).focus();
  });
}

// A crosstable is typed without the mouse: a sign goes on to the next field, arrows to others.
for (const table of document.querySelectorAll("table.typed")) {
  const fields = [...table.querySelectorAll("input")];
  const place = (field) => {
    const cell = field.closest("td");
    return [cell.parentElement.rowIndex, cell.cellIndex];
  };
  const at = (row, column) => fields.find((field) => {
    const [ofRow, ofColumn] = place(field);
    return ofRow === row && ofColumn === column;
  });
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  // "0.5" and "1/2" are a draw; what looks like their beginning may be two signs of two games.
  const whole = /^(0[.,]5|1\/2)$/;
  const begun = /^(0[.,]|1\/)$/;
  table.addEventListener("input", (event) => {
    const field = event.target;
    const next = fields[fields.indexOf(field) + 1];
    const previous = fields[fields.indexOf(field) - 1];
    const together = (previous?.value ?? "") + field.value;
    if (field.value.length === 1 && previous === table.leftBy && begun.test(together)) {
      field.value = "";
      previous.value = together;
      previous.focus();
      table.leftBy = null;
    } else if (whole.test(field.value)) {
      field.value = "½";
      next?.select();
    } else if (field.value.length === 3 && begun.test(field.value.slice(0, 2)) && next) {
      const sign = field.value[2];
      field.value = field.value[0];
      const after = fields[fields.indexOf(next) + 1];
      if (after) { after.value = sign; (fields[fields.indexOf(after) + 1] ?? after).select(); }
    } else if (field.value.length === 1) {
      table.leftBy = field;
      next?.select();
    }
  });
  table.addEventListener("focusout", (event) => {
    const field = event.target;
    if (field.value.length === 2 && begun.test(field.value)) field.value = field.value[0];
  });
  table.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    const [row, column] = place(event.target);
    const next = at(row + step[0], column + step[1]);
    if (next) { event.preventDefault(); next.select(); }
  });
}

// A page that is worth a sheet of paper is printed by a button.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

// A field for a person suggests those of the register, as "name (id)".
const people = document.getElementById("people");
for (const input of document.querySelectorAll("input[data-people]")) {
  let timer = 0;
  const ask = async () => {
    const query = new URLSearchParams({ q: input.value.trim(), format: "json" });
    const answer = await fetch(`${input.dataset.people}?${query}`).catch(() => null);
    if (!answer?.ok || answer.redirected || document.activeElement !== input) return;
    people.replaceChildren(...(await answer.json()).map((each) => {
      const option = document.createElement("option");
      option.value = each.value;
      option.label = each.label ? `${each.value}, ${each.label}` : each.value;
      return option;
    }));
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim().length > 1 && !input.value.endsWith(")")) timer = setTimeout(ask, 150);
  });
}

// Keys go through the open players of a file and choose among their answers, but not while a
// field is typed in, and not once they are switched off.
const keys = document.querySelector(".keys input");
const asked = keys ? [...document.querySelectorAll("fieldset.who")] : [];
for (const each of asked) each.tabIndex = -1;
document.addEventListener("keydown", (event) => {
  const typed = event.target.matches("select, textarea, input:not([type=radio], [type=checkbox])");
  if (!keys?.checked || typed || event.ctrlKey || event.altKey || event.metaKey) return;
  const place = asked.findIndex((each) => each.contains(document.activeElement));
  const step = { j: 1, k: -1 }[event.key];
  const next = step && asked[place + step];
  if (next) {
    const folded = next.closest("details");
    if (folded) folded.open = true;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
  }
  const answers = asked[place]?.querySelectorAll("input[type=radio]") ?? [];
  if (answers[event.key - 1]) answers[event.key - 1].checked = true;
});

// How long ago the last round came in, and the page itself anew as soon as the next one has.
const live = document.querySelector("[data-live]");
const sinceThen = () => {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const time of document.querySelectorAll("time.ago")) {
    const minutes = Math.round((Date.parse(time.dateTime) - Date.now()) / 60_000);
    if (minutes < -7 * 1440) continue;
    const [count, unit] = minutes > -60 ? [minutes, "minute"]
      : minutes > -1440 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
    time.title ||= time.textContent;
    time.textContent = words.format(count, unit);
  }
};
if (live) {
  let shown = live.innerHTML;
  sinceThen();
  setInterval(async () => {
    const answer = document.hidden ? null
      : await fetch(location.href, { cache: "no-cache" }).catch(() => null);
    const text = answer?.status === 200 ? await answer.text() : "";
    const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-live]");
    if (found && found.innerHTML !== shown) {
      shown = found.innerHTML;
      live.replaceChildren(...found.childNodes);
    }
    sinceThen();
  }, 60_000);
}
