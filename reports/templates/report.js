
"use strict";
// Every number in here is a BigInt or a fraction of two; there is no floating point arithmetic in this page.
(() => {
  // --- fractions: {n, d} in lowest terms, d above zero ---------------------------------------------------------

  const gcd = (a, b) => {
    a = a < 0n ? -a : a;
    while (b) [a, b] = [b, a % b];
    return a;
  };
  const fraction = (n, d) => {
    if (d < 0n) [n, d] = [-n, -d];
    const g = gcd(n, d) || 1n;
    return { n: n / g, d: d / g };
  };
  const add = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  const subtract = (a, b) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
  const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
  const compare = (a, b) => {
    const difference = a.n * b.d - b.n * a.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };
  const ONE = { n: 1n, d: 1n };
  const text = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);

  // Long division; a half goes to the even digit, as everywhere in the report.
  const decimal = (a, places) => {
    const negative = a.n < 0n;
    const scaled = (negative ? -a.n : a.n) * 10n ** BigInt(places);
    let whole = scaled / a.d;
    const rest = 2n * (scaled % a.d);
    if (rest > a.d || (rest === a.d && whole % 2n === 1n)) whole += 1n;
    const digits = `${whole}`.padStart(places + 1, "0");
    const sign = negative && whole !== 0n ? "-" : "";
    return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  };
  const percent = (a, places) => `${decimal(times(a, { n: 100n, d: 1n }), places)} %`;

  // --- what people write -----------------------------------------------------------------------------------------

  const LONGEST = 60;
  // A number and no fault, or a fault that says what would be right.
  const read = (written) => {
    const cleaned = written.trim().replace(/\u2212/g, "-").replace(/\s*\/\s*/g, "/");
    if (cleaned === "") return { fault: "Empty: write a number, such as 11, 3/2 or 1.5." };
    if (cleaned.length > LONGEST) return { fault: `Too long: at most ${LONGEST} characters.` };
    let found = /^([+-]?\d+)\/(\d+)$/.exec(cleaned);
    if (found) {
      const below = BigInt(found[2]);
      if (below === 0n) return { fault: "A fraction cannot have 0 below its bar." };
      return { value: fraction(BigInt(found[1].replace("+", "")), below) };
    }
    found = /^([+-]?)(\d*)\.?(\d*)$/.exec(cleaned);
    if (found && (found[2] || found[3])) {
      const size = BigInt(found[2] + found[3]);
      return { value: fraction(found[1] === "-" ? -size : size, 10n ** BigInt(found[3].length)) };
    }
    return { fault: "Not a number: write a whole number, a fraction such as 3/2 or a decimal such as 1.5." };
  };

  // --- what if ---------------------------------------------------------------------------------------------------

  // A long fraction may be broken over lines, after its bar first.
  const LONGEST_UNBROKEN = 30;
  const show = (element, words) => {
    const long = words.length > LONGEST_UNBROKEN;
    element.textContent = long ? "" : words;
    element.classList.toggle("long", long);
    if (!long) return;
    words.split("/").forEach((part, index) => {
      if (index) element.append("/", document.createElement("wbr"));
      element.append(part);
    });
  };
  const odds = (pay, staked) => {
    if (!staked && pay.n !== 0n) return pay.n > 0n ? `$${text(pay)}` : `lose $${text({ n: -pay.n, d: pay.d })}`;
    if (pay.n > 0n) return `${pay.n} to ${pay.d}`;
    return pay.n === 0n ? "push" : `lose ${text({ n: -pay.n, d: pay.d })}`;
  };

  const whatIf = (block) => {
    const deals = BigInt(block.dataset.deals);
    const staked = block.dataset.unit !== "dollars"; // dollars are no share of anything
    const panel = block.querySelector(".whatif");
    const status = block.querySelector("[data-status]");
    const reset = block.querySelector("[data-reset]");
    const lines = [...block.querySelectorAll("[data-line]")].map((input) => {
      const row = input.closest("tr");
      const cells = {};
      for (const cell of row.querySelectorAll("[data-cell]")) cells[cell.dataset.cell] = cell;
      const certified = {};
      for (const [key, cell] of Object.entries(cells)) certified[key] = cell.textContent;
      return { input, row, cells, certified, count: BigInt(row.dataset.count), pays: read(input.dataset.pays).value };
    });
    const totals = ["total", "total_percent"].map((key) => block.querySelector(`[data-cell="${key}"]`));
    const outputs = [...block.querySelectorAll("[data-out]")].map((out) => {
      const shown = {};
      for (const part of out.querySelectorAll("[data-show]")) shown[part.dataset.show] = part;
      return { out, key: out.dataset.out, certified: longFraction(out.dataset.certified), shown };
    });

    const mark = (line, fault) => {
      let told = line.row.querySelector(".fault");
      line.row.classList.toggle("wrong", Boolean(fault));
      line.input.setAttribute("aria-invalid", fault ? "true" : "false");
      if (!fault) {
        if (told) told.remove();
        line.input.removeAttribute("aria-describedby");
        return;
      }
      if (!told) {
        told = document.createElement("span");
        told.className = "fault";
        told.id = `${block.id}_${line.input.dataset.line}_fault`;
        line.input.after(told);
        line.input.setAttribute("aria-describedby", told.id);
      }
      told.textContent = fault;
    };

    const showLine = (line, pay) => {
      const changed = compare(pay, line.pays) !== 0;
      line.row.classList.toggle("changed", changed);
      const contribution = times(pay, fraction(line.count, deals));
      show(line.cells.contribution, changed ? text(contribution) : line.certified.contribution);
      line.cells.contribution_percent.textContent = changed && staked ? percent(contribution, 6) : line.certified.contribution_percent;
      line.cells.payout_odds.textContent = changed ? odds(pay, staked) : line.certified.payout_odds;
      return changed;
    };

    const showOutput = (output, value) => {
      const { out, shown, certified } = output;
      if (value === null) {
        out.removeAttribute("data-exact");
        for (const part of Object.values(shown)) part.textContent = "";
        shown.decimal.textContent = "\u2013";
        return;
      }
      out.setAttribute("data-exact", text(value));
      shown.decimal.textContent = decimal(value, 8);
      if (shown.percent) shown.percent.textContent = percent(value, 6);
      show(shown.exact, text(value));
      const change = subtract(value, certified);
      const sign = change.n > 0n ? "+" : "";
      shown.change.textContent = change.n === 0n ? "" : `${sign}${decimal(change, 8)} against the certified ${decimal(certified, 8)}`;
    };

    const update = () => {
      let faults = 0;
      let changed = 0;
      let first = 0n; // sums over a common denominator would be longer: fractions are added as they come
      let ev = { n: 0n, d: 1n };
      let square = { n: 0n, d: 1n };
      for (const line of lines) {
        const { value, fault } = read(line.input.value);
        mark(line, fault);
        if (fault) {
          faults += 1;
          line.row.classList.remove("changed");
          continue;
        }
        if (showLine(line, value)) changed += 1;
        const weighed = times(value, { n: line.count, d: 1n });
        ev = add(ev, weighed);
        square = add(square, times(weighed, value));
        first += line.count;
      }
      const mean = times(ev, fraction(1n, deals));
      const results = {
        ev: mean,
        house_edge: { n: -mean.n, d: mean.d },
        return: add(ONE, mean),
        variance: subtract(times(square, fraction(1n, deals)), times(mean, mean)),
      };
      if (!faults && first !== deals) throw new Error(`${block.id}: the counts do not add up to the deals`);
      for (const output of outputs) showOutput(output, faults ? null : results[output.key]);
      show(totals[0], faults ? "\u2013" : text(mean));
      totals[1].textContent = faults ? "\u2013" : staked ? percent(mean, 6) : "";
      panel.classList.toggle("edited", changed > 0);
      panel.classList.toggle("broken", faults > 0);
      reset.hidden = !changed && !faults;
      const advantage = mean.n > 0n ? " The player has an advantage." : "";
      const pays = (number) => (number === 1 ? "1 pay" : `${number} pays`);
      status.textContent = faults
        ? `${pays(faults)} cannot be read; see the marked ${faults === 1 ? "line" : "lines"}. Nothing is computed until then.`
        : changed
          ? `${pays(changed)} changed: this is not the certified paytable.${advantage}`
          : "As certified.";
    };

    for (const { input } of lines) for (const event of ["input", "change"]) input.addEventListener(event, update);
    reset.addEventListener("click", () => {
      for (const { input } of lines) input.value = input.dataset.pays;
      update();
      lines[0].input.focus();
    });
    // A browser may have kept what was written before the page was loaded again.
    for (const { input } of lines) input.value = input.dataset.pays;
  };

  // Certified fractions are longer than what anyone may write.
  const longFraction = (words) => {
    const [above, below] = words.split("/");
    return fraction(BigInt(above), BigInt(below ?? "1"));
  };

  // --- sorting ---------------------------------------------------------------------------------------------------

  const words = (cell) => {
    const input = cell.querySelector("input");
    return (input ? input.value : cell.textContent).trim();
  };
  // Numbers by their exact value, from what the cell shows; texts that are no number come last.
  const keyOf = (cell, type) => {
    const shown = words(cell);
    if (type === "text") return shown;
    const cleaned = shown.replace(/,/g, "").replace(/\s*%$/, "").replace(/\s*\$.*$/, "").replace(/^lose\s+/, "-").replace(/^push$/, "0");
    const ratio = /^(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)$/.exec(cleaned);
    if (ratio) {
      const [above, below] = [read(ratio[1]).value, read(ratio[2]).value];
      return below.n === 0n ? null : fraction(above.n * below.d, above.d * below.n);
    }
    if (/^-?\d+(\/\d+)?$/.test(cleaned)) return longFraction(cleaned);
    return read(cleaned).value ?? null;
  };
  const collator = new Intl.Collator("en", { numeric: true });
  const order = (a, b) => (typeof a === "string" ? collator.compare(a, b) : compare(a, b));

  const sortable = (table) => {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.querySelector("button").addEventListener("click", () => {
        // Ascending, descending, then as the report has it.
        const next = { ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")] ?? "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (next === "none") {
          body.append(...original);
          return;
        }
        head.setAttribute("aria-sort", next);
        const keyed = original.map((row) => ({ row, key: keyOf(row.cells[column], head.dataset.type) }));
        const down = next === "descending" ? -1 : 1;
        keyed.sort((a, b) => {
          if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
          return down * order(a.key, b.key);
        });
        body.append(...keyed.map(({ row }) => row));
      });
    });
  };

  // --- light and dark --------------------------------------------------------------------------------------------

  const themes = ["automatic", "light", "dark"];
  const themeButton = document.getElementById("theme");
  let theme = "automatic";
  const setTheme = (chosen) => {
    theme = chosen;
    if (theme === "automatic") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    themeButton.textContent = `Colours: ${theme}`;
  };
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]));

  // --- begin -----------------------------------------------------------------------------------------------------

  document.querySelectorAll("[data-whatif]").forEach(whatIf);
  document.querySelectorAll("table.sortable").forEach(sortable);
  // On a narrow screen the contents would fill the first page: closed there, until someone opens them.
  if (window.matchMedia("(max-width: 69.99rem)").matches) document.querySelector(".contents details").open = false;
})();
