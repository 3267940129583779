// The words of proof.html in other languages, by its English: it works without a server, which has
// all other words.
"use strict";

const WORDS = {
  de: {
    "Check a proof": "Einen Beleg prüfen",
    "Rating ledger": "Wertungsbuch",
    "A proof shows that a player's row was on a published rating list, and that the list is in the log whose state was signed. It does not show that the rating was right. Your browser checks it: nothing is sent anywhere.":
      "Ein Beleg zeigt, dass die Zeile eines Spielers auf einer veröffentlichten Wertungsliste stand und dass die Liste in dem Protokoll ist, dessen Stand unterzeichnet wurde. Er zeigt nicht, dass die Wertungszahl richtig war. Ihr Browser prüft ihn: Nichts wird gesendet.",
    "The proof": "Der Beleg",
    "The public keys that must have signed, one a line. Take them from a source that you trust, not from the sender of the proof.":
      "Die öffentlichen Schlüssel, die unterzeichnet haben müssen, einer je Zeile. Nehmen Sie sie aus einer Quelle, der Sie vertrauen, nicht vom Absender des Belegs.",
    "Check": "Prüfen",
    "it is not a proof of a row of a published list": "es ist kein Beleg einer Zeile einer veröffentlichten Liste",
    "the row is not in the list that was published": "die Zeile ist nicht in der veröffentlichten Liste",
    "the event is not the one with this hash": "das Ereignis ist nicht das mit dieser Prüfsumme",
    "the event is not in the log whose state was signed": "das Ereignis ist nicht in dem Protokoll, dessen Stand unterzeichnet wurde",
    "{name} has not signed the checkpoint": "{name} hat den Stand nicht unterzeichnet",
    "no key of the log itself, {name}, was given": "kein Schlüssel des Protokolls selbst, {name}, wurde angegeben",
    "this is not a public key: NAME+ID+KEY": "das ist kein öffentlicher Schlüssel: NAME+KENNUNG+SCHLÜSSEL",
    "the public key of {name} is damaged": "der öffentliche Schlüssel von {name} ist beschädigt",
    "✗ The proof does not hold: {faults}.": "✗ Der Beleg hält nicht: {faults}.",
    "✓ The proof holds: {player} was on the list of {pool} of {day} with {figure}, published on {published}.":
      "✓ Der Beleg hält: {player} stand auf der Liste von {pool} vom {day} mit {figure}, veröffentlicht am {published}.",
    "✗ This is not a proof of a row: {error}": "✗ Das ist kein Beleg einer Zeile: {error}",
  },
  hu: {
    "Check a proof": "Bizonyíték ellenőrzése",
    "Rating ledger": "Értékszámkönyv",
    "A proof shows that a player's row was on a published rating list, and that the list is in the log whose state was signed. It does not show that the rating was right. Your browser checks it: nothing is sent anywhere.":
      "A bizonyíték azt mutatja, hogy egy játékos sora rajta volt egy közzétett értékszámlistán, és hogy a lista benne van abban a naplóban, amelynek állapotát aláírták. Azt nem mutatja, hogy az értékszám helyes volt. A böngészője ellenőrzi: semmit sem küld el.",
    "The proof": "A bizonyíték",
    "The public keys that must have signed, one a line. Take them from a source that you trust, not from the sender of the proof.":
      "A nyilvános kulcsok, amelyekkel alá kellett írni, soronként egy. Megbízható forrásból vegye őket, ne a bizonyíték küldőjétől.",
    "Check": "Ellenőrzés",
    "it is not a proof of a row of a published list": "ez nem egy közzétett lista sorának bizonyítéka",
    "the row is not in the list that was published": "a sor nincs a közzétett listában",
    "the event is not the one with this hash": "az esemény nem az, amelynek ez az ellenőrző összege",
    "the event is not in the log whose state was signed": "az esemény nincs abban a naplóban, amelynek állapotát aláírták",
    "{name} has not signed the checkpoint": "{name} nem írta alá az állapotot",
    "no key of the log itself, {name}, was given": "magának a naplónak ({name}) a kulcsa nincs megadva",
    "this is not a public key: NAME+ID+KEY": "ez nem nyilvános kulcs: NÉV+AZONOSÍTÓ+KULCS",
    "the public key of {name} is damaged": "{name} nyilvános kulcsa sérült",
    "✗ The proof does not hold: {faults}.": "✗ A bizonyíték nem áll meg: {faults}.",
    "✓ The proof holds: {player} was on the list of {pool} of {day} with {figure}, published on {published}.":
      "✓ A bizonyíték megáll: {player} rajta volt a(z) {pool} {day} napi listáján, értéke {figure}, közzétéve: {published}.",
    "✗ This is not a proof of a row: {error}": "✗ Ez nem egy sor bizonyítéka: {error}",
  },
  sv: {
    "Check a proof": "Kontrollera ett bevis",
    "Rating ledger": "Ratingliggare",
    "A proof shows that a player's row was on a published rating list, and that the list is in the log whose state was signed. It does not show that the rating was right. Your browser checks it: nothing is sent anywhere.":
      "Ett bevis visar att en spelares rad fanns på en publicerad ratinglista och att listan finns i den logg vars tillstånd signerades. Det visar inte att ratingen var rätt. Din webbläsare kontrollerar det: inget skickas någonstans.",
    "The proof": "Beviset",
    "The public keys that must have signed, one a line. Take them from a source that you trust, not from the sender of the proof.":
      "De öppna nycklar som måste ha signerat, en per rad. Ta dem från en källa som du litar på, inte från den som skickade beviset.",
    "Check": "Kontrollera",
    "it is not a proof of a row of a published list": "det är inget bevis för en rad på en publicerad lista",
    "the row is not in the list that was published": "raden finns inte på den publicerade listan",
    "the event is not the one with this hash": "händelsen är inte den med denna kontrollsumma",
    "the event is not in the log whose state was signed": "händelsen finns inte i den logg vars tillstånd signerades",
    "{name} has not signed the checkpoint": "{name} har inte signerat tillståndet",
    "no key of the log itself, {name}, was given": "ingen nyckel för själva loggen, {name}, angavs",
    "this is not a public key: NAME+ID+KEY": "detta är ingen öppen nyckel: NAMN+ID+NYCKEL",
    "the public key of {name} is damaged": "den öppna nyckeln för {name} är skadad",
    "✗ The proof does not hold: {faults}.": "✗ Beviset håller inte: {faults}.",
    "✓ The proof holds: {player} was on the list of {pool} of {day} with {figure}, published on {published}.":
      "✓ Beviset håller: {player} stod på listan {pool} den {day} med {figure}, publicerad den {published}.",
    "✗ This is not a proof of a row: {error}": "✗ Detta är inget bevis för en rad: {error}",
  },
};
const language = () => [new URLSearchParams(location.search).get("lang"), ...navigator.languages]
  .map((it) => it?.slice(0, 2)).find((it) => it === "en" || it in WORDS) ?? "en";
