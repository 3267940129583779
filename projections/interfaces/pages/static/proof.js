// Checks the proof of a row of a published list with what every browser has.  No server is asked:
// save this file, proof_words.js and proof.html in one folder, and they work without a network.
"use strict";

// What is said, in the language of proof_words.js.
const words = typeof WORDS === "undefined" ? {} : WORDS[language()] ?? {};
const say = (text, values = {}) =>
  (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
const ofHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (it) => parseInt(it, 16));
const ofBase64 = (text) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
const joined = (...parts) => Uint8Array.from(parts.flatMap((it) => [...it]));
const sha256 = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
const leaf = (data) => sha256([0], data);
const bigEndian = (number) => ofHex(BigInt(number).toString(16).padStart(16, "0"));

// Canonical JSON, RFC 8785, of what the log has in it.
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};

// The root that a leaf and its path lead to: RFC 9162, 2.1.3.2; "" if to none.
const rootOf = async (found, index, size, path) => {
  let last = size - 1;
  if (!(index >= 0 && index <= last)) return "";
  for (const each of path.map(ofBase64)) {
    if (last === 0 || each.length !== 32) return "";
    while (index % 2 === 0 && index === last) index = last = last / 2;
    found = index % 2 ? await sha256([1], each, found) : await sha256([1], found, each);
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last ? "" : hex(found);
};

const hashOf = async (event) => {
  const envelope = { data: event.data, id: event.id, recorded_by: event.recorded_by };
  Object.assign(envelope, { schema: event.schema, type: event.type });
  if (event.source !== undefined) envelope.source = event.source;
  const time = event.recorded_at; // 2026-12-31T12:00:00.000000Z
  const seconds = BigInt(Date.parse(`${time.slice(0, 19)}Z`)) / 1000n;
  const at = seconds * 1000000n + BigInt(time.slice(20, 26));
  const digest = await sha256(utf8(canonical(envelope)));
  const entry = await sha256([0], bigEndian(event.position), bigEndian(at), digest);
  return hex(await sha256([2], ofHex(event.previous_hash), entry));
};

const readKey = async (text) => {
  const [, name, id, coded] = text.trim().match(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/) ?? [];
  if (!name) throw Error(say("this is not a public key: NAME+ID+KEY"));
  const raw = ofBase64(coded);
  if (hex(await sha256(utf8(`${name}\n`), raw)).slice(0, 8) !== id || raw.length !== 33) {
    throw Error(say("the public key of {name} is damaged", { name }));
  }
  return { name, id, kind: raw[0], raw: raw.slice(1) };
};

const hasSigned = async (note, key) => {
  const gap = note.lastIndexOf("\n\n");
  const text = note.slice(0, gap + 1);
  for (const line of note.slice(gap + 2).split("\n")) {
    const [dash, name, coded] = line.split(" ");
    const signed = dash === "—" && name === key.name ? ofBase64(coded) : new Uint8Array(0);
    if (hex(signed.slice(0, 4)) !== key.id) continue;
    let [message, signature] = [text, signed.slice(4)];
    if (key.kind === 4) {
      message = `cosignature/v1\ntime ${BigInt(`0x${hex(signature.slice(0, 8))}`)}\n${text}`;
      signature = signature.slice(8);
    }
    const usable = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", usable, signature, utf8(message));
  }
  return false;
};

// The reasons for which a proof does not hold; none if it does.
const checkProof = async (text, keys) => {
  const faults = [];
  const must = (holds, fault, values) => holds || faults.push(say(fault, values));
  const proof = JSON.parse(text);
  const { event, checkpoint } = proof;
  const [origin, size, root] = checkpoint.split("\n");
  must(
    proof.proof === "rating-ledger/row/v1" && event.type === "list.published",
    "it is not a proof of a row of a published list",
  );
  const row = await leaf(utf8(canonical(proof.row)));
  const ofList = await rootOf(row, proof.index, event.data.players, proof.path);
  must(
    ofList !== "" && ofList === event.data.rows_root,
    "the row is not in the list that was published",
  );
  must((await hashOf(event)) === event.hash, "the event is not the one with this hash");
  const ofLog = await rootOf(
    await leaf(ofHex(event.hash)), event.position - 1, Number(size), proof.event_path,
  );
  must(
    ofLog !== "" && ofLog === hex(ofBase64(root)),
    "the event is not in the log whose state was signed",
  );
  let own = false;
  for (const key of await Promise.all(keys.map(readKey))) {
    must(await hasSigned(checkpoint, key), "{name} has not signed the checkpoint", key);
    own ||= key.name === origin && key.kind === 1;
  }
  must(own, "no key of the log itself, {name}, was given", { name: origin });
  return faults;
};

const shown = async (file, keys) => {
  try {
    const text = await file.text();
    const faults = await checkProof(text, keys);
    if (faults.length) return ["bad", say("✗ The proof does not hold: {faults}.", { faults: faults.join("; ") })];
    const { row, event } = JSON.parse(text);
    const published = event.recorded_at.slice(0, 10);
    const { pool, day } = event.data;
    const said = { player: row.player, figure: row.figure, pool, day, published };
    return ["good", say(
      "✓ The proof holds: {player} was on the list of {pool} of {day} with {figure}, published on {published}.", said)];
  } catch (error) {
    return ["bad", say("✗ This is not a proof of a row: {error}", { error: error.message })];
  }
};

if (typeof document !== "undefined") {
  document.documentElement.lang = language();
  for (const it of document.querySelectorAll("title, h1, p, span, button, .home")) {
    if (!it.children.length) it.textContent = say(it.textContent);
  }
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { proof, keys } = event.target.elements;
    const lines = keys.value.split("\n").filter((it) => it.trim());
    const output = document.querySelector("output");
    [output.className, output.textContent] = await shown(proof.files[0], lines);
  });
} else module.exports = { checkProof };
