// Comfort only: every page works without it.  Suggestions while a name is typed, and the
// chart's title shown at once.
"use strict";

for (const input of document.querySelectorAll("input[data-suggest]")) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.hidden = true;
  input.after(list);
  let timer = 0;
  let latest = 0;

  const show = (rows) => {
    list.replaceChildren(...rows.slice(0, 8).map((row) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = row.href;
      const name = document.createElement("bdi");
      name.textContent = row.name ?? row.player;
      const figure = document.createElement("span");
      figure.textContent = row.figure === null ? row.pool : `${row.figure}, ${row.pool}`;
      link.append(name, figure);
      item.append(link);
      return item;
    }));
    list.hidden = rows.length === 0;
  };

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let everybody = null; // of a static site, read once

  const askFile = async (file, number) => {
    everybody ??= await fetch(file).then((answer) => answer.json()).catch(() => []);
    const wanted = fold(input.value.trim());
    if (number !== latest) return;
    show(everybody
      .filter((row) => fold(row.name).includes(wanted) || row.player === input.value.trim())
      .map((row) => ({ ...row, href: new URL(row.href, new URL(file, location.href)).href })));
  };

  const ask = async () => {
    if (input.dataset.suggest.endsWith(".json")) { askFile(input.dataset.suggest, ++latest); return; }
    const query = new URLSearchParams(new FormData(input.form));
    query.set("format", "json");
    const number = ++latest;
    const answer = await fetch(`${input.dataset.suggest}?${query}`).catch(() => null);
    if (answer && answer.ok && answer.status === 200 && number === latest) show(await answer.json());
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim().length < 2) { latest++; show([]); return; }
    timer = setTimeout(ask, 150);
  });
  input.form.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement);
    if (event.key === "Escape") { show([]); input.focus(); }
    if (links.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const next = place + (event.key === "ArrowDown" ? 1 : -1);
      (links[next] ?? input).focus();
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

for (const chart of document.querySelectorAll("svg.chart")) {
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
  for (const mark of chart.querySelectorAll("a")) {
    mark.querySelector("title")?.remove();
    mark.addEventListener("mouseenter", () => show(mark));
    mark.addEventListener("focus", () => show(mark));
    for (const leaving of ["mouseleave", "blur"]) {
      mark.addEventListener(leaving, () => { tip.hidden = true; });
    }
  }
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
  table.addEventListener("input", (event) => {
    if (event.target.value.length === 1) fields[fields.indexOf(event.target) + 1]?.select();
  });
  table.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    const [row, column] = place(event.target);
    const next = at(row + step[0], column + step[1]);
    if (next) { event.preventDefault(); next.select(); }
  });
}

// The address of a page is copied or shared by a button beside its field.
for (const field of document.querySelectorAll("input[data-copy]")) {
  const added = (text, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "second";
    button.textContent = text;
    button.addEventListener("click", () => act(button));
    field.closest("section").append(button);
  };
  field.addEventListener("focus", () => field.select());
  if (navigator.clipboard) {
    added(field.dataset.copy, async (button) => {
      await navigator.clipboard.writeText(field.value);
      button.textContent = field.dataset.copied;
    });
  }
  if (navigator.share) {
    added(field.dataset.share, () => navigator.share({ title: document.title, url: field.value }).catch(() => {}));
  }
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
