// The page of exactodds. Every number comes from the program, as text; nothing is computed here.
const $ = (id) => document.getElementById(id);
const WAIT = 150;       // milliseconds after the last key before the figures are asked for
const PATIENCE = 400;   // milliseconds before the page says that something is being counted

let game = null;        // what the program says about the chosen game
let latest = 0;         // answers to older questions are dropped
const edits = new Map(); // what was entered, by game, wager and paytable: another reading or wager takes none of it away

// --- asking ---------------------------------------------------------------------------------------------------------

async function ask(part, data) {
  const options = data === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data),
  };
  let answer;
  try {
    answer = await fetch("api/" + part, options);
  } catch {
    throw new Error("The program does not answer. Is it still running in its terminal?");
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({ error: answer.statusText }));
    throw new Error(told.error);
  }
  return answer;
}

const asJson = async (part, data) => (await ask(part, data)).json();

async function withBusy(work) {
  let done = false;
  const busy = $("busy");
  const tell = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    while (!done) {
      const { progress } = await asJson("progress").catch(() => ({ progress: null }));
      if (done) break;
      busy.textContent = progress ? `Counting ${progress[0]}: ${progress[1]} of ${progress[2]}` : "Counting …";
      busy.hidden = false;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
  };
  tell();
  try {
    return await work();
  } finally {
    done = true;
    busy.hidden = true;
  }
}

function showError(id, error) {
  $(id).textContent = error ? error.message : "";
  $(id).hidden = !error;
}

// --- what is chosen -------------------------------------------------------------------------------------------------

const wager = () => game.wagers.find((one) => one.id === $("wager").value);
const paytable = () => wager().paytables.find((one) => one.id === $("paytable").value);

function chosenOptions() {
  const chosen = {};
  for (const input of $("options").querySelectorAll("select, input")) if (input.value) chosen[input.name] = input.value;
  return chosen;
}

const place = (...rest) => JSON.stringify([game.key, ...rest]);
const here = () => place($("wager").value, $("paytable").value);

function entered() {
  const pays = {};
  for (const input of $("pays").querySelectorAll("input")) {
    if (input.value.trim() !== input.defaultValue) pays[input.name] = input.value.trim();
  }
  return pays;
}

function forgetEdits() {
  for (const key of [...edits.keys()]) if (JSON.parse(key)[0] === game.key) edits.delete(key);
}

const question = () => ({
  game: $("game").value, wager: $("wager").value, paytable: $("paytable").value,
  options: chosenOptions(), pays: entered(), meter: wager().meter ? $("meter").value : "",
});

function fill(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, name]) => new Option(name, value, false, value === chosen)));
}

function element(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function row(cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

// --- the game -------------------------------------------------------------------------------------------------------

async function listGames(chosen) {
  const { games } = await asJson("games");
  const groups = new Map();
  for (const one of games) {
    if (!groups.has(one.collection)) groups.set(one.collection, []);
    groups.get(one.collection).push(one);
  }
  $("game").replaceChildren(...[...groups].map(([collection, own]) => {
    const group = document.createElement("optgroup");
    group.label = { yours: "Yours", certified: "Certified", library: "Library" }[collection];
    group.append(...own.map((one) => new Option(one.label, one.key, false, one.key === chosen)));
    return group;
  }));
}

// The game under the readings that are chosen; as its file has it, if that is asked for.
async function showGame({ asInFile = false } = {}) {
  showError("error");
  const before = game && { wager: $("wager").value, paytable: $("paytable").value };
  const options = game && game.key === $("game").value && !asInFile ? chosenOptions() : {};
  try {
    game = { ...(await withBusy(() => asJson("game", { game: $("game").value, options }))), key: $("game").value };
  } catch (error) {
    showError("error", error);
    return;
  }
  if (asInFile) forgetEdits();
  fill($("wager"), game.wagers.map((one) => [one.id, one.name]), before && before.wager);
  $("options").replaceChildren(...game.options.map((option) => {
    const label = element("label", option.meaning);
    const input = option.values.length ? document.createElement("select") : document.createElement("input");
    if (option.values.length) fill(input, option.values.map(({ value, words }) => [value, words]), option.chosen);
    else input.value = option.chosen;
    input.name = option.id;
    input.addEventListener("change", () => showGame());
    label.append(input);
    return label;
  }));
  showWager(before && before.paytable);
}

function showWager(chosen) {
  fill($("paytable"), wager().paytables.map((one) => [one.id, one.id]), chosen);
  // Only the readings that this wager depends on; those of others stay as they were chosen.
  for (const label of $("options").children) label.hidden = !wager().options.includes(label.lastChild.name);
  $("options-box").hidden = !wager().options.length;
  const other = game.options.filter((option) => wager().options.includes(option.id) && option.chosen !== option.default);
  $("options-changed").textContent = other.length ? ` (${other.length} not as in the file)` : "";
  $("hand-box").hidden = !wager().decisions;
  showHandForm();
  for (const [field, known] of Object.entries(wager().beside_hand)) {
    $(field).parentElement.hidden = !known;
    if (!known) $(field).value = "";
  }
  $("meter-box").hidden = $("meter-hint").hidden = !wager().meter;
  showPaytable();
}

// How many cards each field takes, with cards that could be written there.
function showHandForm() {
  const { hand } = wager();
  if (!hand) return;
  for (const [id, number] of [["cards-number", hand.own], ["board-number", hand.board]]) $(id).textContent = number ? ` (${number})` : "";
  for (const [id, example] of [["cards", hand.cards], ["board", hand.turned], ["sees", hand.seen]]) $(id).placeholder = example;
}

function showPaytable() {
  const { pays } = paytable();
  const kept = edits.get(here()) ?? {};
  $("paytable-title").textContent = wager().name + (wager().paytables.length > 1 ? `, paytable ${paytable().id}` : "");
  $("pays").tBodies[0].replaceChildren(...wager().lines.map((line) => {
    const input = document.createElement("input");
    Object.assign(input, { name: line.id, defaultValue: pays[line.id], value: kept[line.id] ?? pays[line.id], autocomplete: "off" });
    input.setAttribute("aria-label", `${line.name} pays`);
    input.addEventListener("input", changed);
    const cell = element("td", "", "number");
    cell.append(input);
    return row([element("td", line.name), cell, element("td", pays[line.id], "number")]);
  }));
  for (const id of ["pays", "pays-hint", "reset-box", "design-box"]) $(id).hidden = !wager().lines.length;
  $("no-pays").hidden = !!wager().lines.length;
  $("vary").placeholder = paytable().vary;
  $("target").placeholder = wager().target;
  forgetHand();
  $("designs").hidden = $("design-said").hidden = true;
  for (const id of ["design-error", "keep-error"]) showError(id);
  for (const shown of $("figures").querySelectorAll("output, dd, dd span, small, #change")) if (!shown.children.length) shown.textContent = "";
  for (const id of ["worth-exactly", "hit-exactly", "variance-exactly"]) putFraction(id, "");
  $("worth").textContent = $("bar-worth").textContent = "…";
  $("flag").hidden = true;
  $("warnings").replaceChildren();
  $("outcomes").tBodies[0].replaceChildren();
  showFigures();
}

// --- figures --------------------------------------------------------------------------------------------------------

let timer;
function changed() {
  edits.set(here(), entered());
  clearTimeout(timer);
  timer = setTimeout(showFigures, WAIT);
}

async function showFigures() {
  const number = ++latest;
  edits.set(here(), entered());
  showError("error");
  for (const id of ["figures", "bar-worth"]) $(id).classList.add("stale");
  try {
    const { now, file } = await withBusy(() => asJson("price", question()));
    if (number !== latest) return;
    put(now, file);
    for (const id of ["figures", "bar-worth"]) $(id).classList.remove("stale");
  } catch (error) {
    if (number === latest) showError("error", error);
  }
}

// A fraction that is too wide for its line is broken after its bar, not inside a number.
function putFraction(id, text) {
  const [above, ...below] = text.split("/");
  $(id).replaceChildren(above, ...below.flatMap((part) => ["/", document.createElement("wbr"), part]));
}

function put(now, file) {
  $("worth-name").textContent = now.worth_name;
  $("target-name").textContent = now.worth_name;
  $("worth").textContent = $("bar-worth").textContent = now.worth ?? "depends on the meter";
  $("bar-name").textContent = now.worth_name;
  putFraction("worth-exactly", now.worth_exactly ?? now.depends);
  $("return").textContent = now.return ?? "";
  $("hit").textContent = `${now.hit_frequency} (one in ${now.one_in})`;
  putFraction("hit-exactly", now.hit_exactly);
  $("variance").textContent = now.variance ?? "depends on the meter";
  putFraction("variance-exactly", now.variance_exactly ?? "");
  $("deviation").textContent = now.standard_deviation ?? "depends on the meter";
  $("deals").textContent = now.deals;
  $("change").textContent = Object.keys(entered()).length ? `${file.worth ?? "depends on the meter"} with the file's pays` : "";
  $("flag").textContent = now.advantage ?? "";
  $("flag").hidden = !now.advantage;
  $("warnings").replaceChildren(...now.warnings.map((words) => element("li", words)));
  $("outcomes").tBodies[0].replaceChildren(...now.outcomes.map((one) => row([
    element("td", one.name), element("td", one.pays, "number"), element("td", one.probability, "number"),
    element("td", one.one_in, "number"), element("td", one.count, "number"),
  ])));
  for (const input of $("pays").querySelectorAll("input")) {
    input.parentElement.classList.toggle("changed", input.value.trim() !== input.defaultValue);
  }
}

// --- one hand, designs, files ---------------------------------------------------------------------------------------

// An answer, or a complaint, is about the cards that were written; of others it says nothing.
function forgetHand() {
  showError("hand-error");
  $("choices").hidden = $("hand-notes").hidden = true;
}

async function showHand(event) {
  event.preventDefault();
  forgetHand();
  const data = { ...question(), cards: $("cards").value, board: $("board").value, sees: $("sees").value };
  try {
    const { choices, notes } = await withBusy(() => asJson("hand", data));
    $("choices").tBodies[0].replaceChildren(...choices.map((choice) => row([
      element("td", choice.action), element("td", choice.ev, "number"), element("td", choice.exactly, "number"),
    ])));
    $("hand-notes").replaceChildren(...notes.map((words) => element("li", words)));
    $("choices").hidden = false;
    $("hand-notes").hidden = !notes.length;
  } catch (error) {
    showError("hand-error", error);
  }
}

async function showDesigns(event) {
  event.preventDefault();
  showError("design-error");
  $("designs").hidden = $("design-said").hidden = true;
  try {
    const found = await withBusy(() => asJson("design", { ...question(), target: $("target").value, vary: $("vary").value }));
    $("design-said").textContent = found.said;
    $("design-said").hidden = false;
    const heads = ["", ...found.varied, found.worth_name, "exactly", "hit frequency", "variance"];
    $("designs").tHead.replaceChildren(row(heads.map((head) => element("th", head, "number"))));
    $("designs").tBodies[0].replaceChildren(...found.paytables.map((one) => designRow(one, found.varied)));
    $("designs").hidden = !found.paytables.length;
  } catch (error) {
    showError("design-error", error);
  }
}

function designRow(one, varied) {
  const use = element("button", "Use");
  use.type = "button";
  use.addEventListener("click", () => {
    for (const input of $("pays").querySelectorAll("input")) if (varied.includes(input.name)) input.value = one.pays[input.name];
    showFigures();
    $("pays").scrollIntoView({ block: "nearest" });
  });
  const cell = element("td", "", "number");
  cell.append(use);
  const worth = one.worth + (one.advantage ? " (player's edge)" : "");
  const cells = [...varied.map((line) => one.pays[line]), worth, one.exactly, one.hit_frequency ?? "", one.variance ?? ""];
  return row([cell, ...cells.map((text) => element("td", text, "number"))]);
}

async function keep(part) {
  showError("keep-error");
  try {
    const answer = await withBusy(() => ask(part, { ...question(), name: $("name").value }));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))[1];
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } catch (error) {
    showError("keep-error", error);
  }
}

async function openFile() {
  const [file] = $("file").files;
  if (!file) return;
  showError("error");
  try {
    const { key } = await asJson("open", { name: file.name, text: await file.text() });
    await listGames(key);
    forgetTyped(...TYPED);
    await showGame();
  } catch (error) {
    showError("error", error);
  }
}

// What was typed for one hand or one search is of no use for another game; pays to try are of one wager.
const TYPED = ["target", "vary", "cards", "board", "sees"];
function forgetTyped(...fields) {
  for (const id of fields) $(id).value = "";
}

$("game").addEventListener("change", () => { forgetTyped(...TYPED); showGame(); });
$("wager").addEventListener("change", () => { forgetTyped("vary"); showWager(); });
for (const id of ["cards", "board", "sees"]) $(id).addEventListener("input", forgetHand);
$("paytable").addEventListener("change", showPaytable);
$("meter").addEventListener("input", changed);
$("reset").addEventListener("click", () => showGame({ asInFile: true }));
$("file").addEventListener("change", openFile);
$("hand-form").addEventListener("submit", showHand);
$("design-form").addEventListener("submit", showDesigns);
$("keep-form").addEventListener("submit", (event) => { event.preventDefault(); keep("toml"); });
$("report").addEventListener("click", () => keep("report"));

await listGames();
await showGame();
