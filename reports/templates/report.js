
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
  const ZERO = { n: 0n, d: 1n };
  const ONE = { n: 1n, d: 1n };
  const divide = (a, b) => fraction(a.n * b.d, a.d * b.n);
  const text = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);
  const longFraction = (words) => {
    const [above, below] = words.split("/");
    return fraction(BigInt(above), BigInt(below ?? "1"));
  };

  // --- numbers as people see them --------------------------------------------------------------------------------

  const group = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  // Long division; a half goes to the even digit, as everywhere in the report.
  const decimal = (a, places) => {
    const negative = a.n < 0n;
    const scaled = (negative ? -a.n : a.n) * 10n ** BigInt(places);
    let whole = scaled / a.d;
    const rest = 2n * (scaled % a.d);
    if (rest > a.d || (rest === a.d && whole % 2n === 1n)) whole += 1n;
    const digits = `${whole}`.padStart(places + 1, "0");
    const sign = negative && whole !== 0n ? "\u2212" : "";
    return `${sign}${group(digits.slice(0, -places))}.${digits.slice(-places)}`;
  };
  const percent = (a, places) => `${decimal(times(a, { n: 100n, d: 1n }), places)} %`;
  const signed = (a, places) => `${a.n > 0n ? "+" : ""}${decimal(a, places)}`;
  // A long fraction may be broken over lines, after its bar first.
  const showFraction = (element, words) => {
    element.textContent = "";
    words.replace("-", "\u2212").split("/").forEach((part, index) => {
      if (index) element.append("/", document.createElement("wbr"));
      element.append(part);
    });
  };

  // --- what people write -----------------------------------------------------------------------------------------

  // analyzer/serve/pays.py reads what is typed into the local page in the same way and says the same of it.
  const LONGEST = 60;
  const MOST_DIGITS = 18;
  // A number and no fault, or a fault that says what would be right.
  const read = (written) => {
    const typed = written.trim().replace(/\u2212/g, "-").replace(/\s*\/\s*/g, "/");
    const cleaned = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replace(/,/g, "") : typed;
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
    return { fault: "Not a number: without words such as 'to 1', write a whole number, a fraction such as 3/2 or a decimal such as 1.5." };
  };
  // A pay is an amount and a share of the meter J.
  const readPay = (written, most, hasMeter) => {
    const share = hasMeter && /^\s*(?:(\d{1,9})\s*\*?\s*)?J\s*(?:\/\s*(\d{1,9}))?\s*$/.exec(written);
    if (share) {
      const below = BigInt(share[2] ?? "1");
      if (below === 0n) return { fault: "A fraction cannot have 0 below its bar." };
      const value = fraction(BigInt(share[1] ?? "1"), below);
      if (compare(value, ONE) > 0) return { fault: "More than the whole meter: a line pays at most J." };
      return { amount: ZERO, share: value };
    }
    const { value, fault } = read(written);
    if (fault) return { fault: hasMeter ? fault.replace(/\.$/, ", or a share of the meter such as J/10.") : fault };
    if (value.n < 0n) return { fault: "Negative: a line pays 0 or more." };
    if (compare(value, most) > 0) return { fault: `Too much: a line pays at most ${group(text(most))}.` };
    if (text(value).split("/").some((digits) => digits.length > MOST_DIGITS)) {
      return { fault: `Too fine: as a fraction it has more than ${MOST_DIGITS} digits above or below the bar.` };
    }
    return { amount: value, share: ZERO };
  };

  // --- what if ---------------------------------------------------------------------------------------------------

  // A wager as the report counted it: how many deals satisfy which lines. Whatever the pays are, and in whatever order,
  // each deal is paid by the line that pays most of those that it satisfies, or by the first one listed.
  class Wager {
    constructor(data) {
      this.deals = BigInt(data.deals);
      this.first = data.overlap === "first";
      this.bet = longFraction(data.bet);
      this.stake = longFraction(data.stake);
      this.cases = JSON.parse(data.cases).map(([lines, base, count]) => ({ lines, base: longFraction(base), count: BigInt(count) }));
      if (this.cases.reduce((sum, one) => sum + one.count, 0n) !== this.deals) throw new Error("the cases do not add up to the deals");
    }

    paid(one, pays, meter) {
      if (!one.lines.length) return null;
      if (this.first) return one.lines[0];
      const at = (line) => add(pays[line].amount, times(pays[line].share, meter));
      return one.lines.reduce((best, line) => (compare(at(line), at(best)) > 0 ? line : best));
    }

    // Sums over all deals at one level of the meter.
    priced(pays, meter) {
      const counts = pays.map(() => 0n);
      let [sum, square, hits] = [ZERO, ZERO, 0n];
      for (const one of this.cases) {
        const line = this.paid(one, pays, meter);
        let [amount, share] = [one.base, ZERO];
        if (line !== null) {
          counts[line] += one.count;
          amount = add(amount, subtract(divide(pays[line].amount, this.bet), this.stake));
          share = divide(pays[line].share, this.bet);
        }
        const net = add(amount, times(share, meter));
        const weighed = times(net, { n: one.count, d: 1n });
        sum = add(sum, weighed);
        square = add(square, times(weighed, net));
        if (share.n > 0n || amount.n > 0n) hits += one.count;
      }
      const each = (value) => divide(value, { n: this.deals, d: 1n });
      const ev = each(sum);
      const variance = subtract(each(square), times(ev, ev));
      return { counts, ev, house_edge: subtract(ZERO, ev), return: add(ONE, ev), variance, hit_frequency: fraction(hits, this.deals) };
    }

    // The meter at which nobody has an advantage; null if there is none. The expected result is a line between the
    // levels at which two lines of one deal pay alike.
    breakEven(pays) {
      const levels = [ZERO];
      for (const one of this.first ? [] : this.cases) {
        for (const a of one.lines) {
          for (const b of one.lines) {
            const slope = subtract(pays[a].share, pays[b].share);
            if (slope.n <= 0n) continue;
            const level = divide(subtract(pays[b].amount, pays[a].amount), slope);
            if (level.n > 0n) levels.push(level);
          }
        }
      }
      levels.sort(compare);
      levels.push(add(levels[levels.length - 1], ONE)); // the last piece has no end
      let [before, worth] = [levels[0], this.priced(pays, levels[0]).ev];
      for (const [place, level] of levels.entries()) {
        const next = this.priced(pays, level).ev;
        const last = place === levels.length - 1;
        const rises = compare(next, worth) > 0;
        if (rises && worth.n <= 0n && (last || next.n >= 0n)) {
          return add(before, divide(times(subtract(ZERO, worth), subtract(level, before)), subtract(next, worth)));
        }
        [before, worth] = [level, next];
      }
      return null;
    }
  }

  const whatIf = (block) => {
    const wager = new Wager(block.dataset);
    const most = longFraction(block.dataset.max);
    const above = block.dataset.above ? JSON.parse(block.dataset.above) : null;
    const meterField = block.querySelector("[data-meter]");
    const status = block.querySelector("[data-status]");
    const reset = block.querySelector("[data-reset]");
    const lines = [...block.querySelectorAll("[data-line]")].map((input) => {
      const row = input.closest("tr");
      return { input, row, count: row.querySelector("[data-count]"), title: row.querySelector("th").textContent };
    });
    const fields = [...lines.map(({ input }) => input), ...(meterField ? [meterField] : [])];
    const outputs = [...block.querySelectorAll("[data-out]")].map((out) => {
      const shown = {};
      for (const part of out.querySelectorAll("[data-show]")) shown[part.dataset.show] = part;
      return { out, key: out.dataset.out, shown, fraction: block.querySelector(`[data-fraction="${out.dataset.out}"]`) };
    });

    const mark = (input, fault) => {
      const place = input.closest("tr") ?? input.parentElement;
      let told = place.querySelector(".fault");
      place.classList.toggle("wrong", Boolean(fault));
      input.setAttribute("aria-invalid", fault ? "true" : "false");
      if (!fault) {
        if (told) told.remove();
        input.removeAttribute("aria-describedby");
        return;
      }
      if (!told) {
        told = document.createElement("span");
        told.className = "fault";
        told.id = `${block.dataset.whatif}_${input.dataset.line ?? "meter"}_fault`;
        input.after(told);
        input.setAttribute("aria-describedby", told.id);
      }
      told.textContent = fault;
    };

    const showOutput = ({ out, key, shown, fraction: whole }, value, certified) => {
      if (value === undefined) {
        out.removeAttribute("data-exact");
        for (const part of Object.values(shown)) part.textContent = "";
        shown.decimal.textContent = "\u2013";
        if (whole) whole.textContent = "\u2013";
        return;
      }
      out.setAttribute("data-exact", value === null ? "none" : text(value));
      shown.decimal.textContent = value === null ? "never" : decimal(value, key === "break_even_meter" ? 2 : 8);
      if (shown.percent) shown.percent.textContent = percent(value, 6);
      if (whole) showFraction(whole, text(value));
      const change = value === null || certified === null ? ZERO : subtract(value, certified);
      shown.change.textContent = change.n === 0n ? "" : signed(change, key === "break_even_meter" ? 2 : 8);
    };

    // What is wrong with the order of two pays: a game file that has them so would be refused.
    const orderFault = (pays) => {
      if (!above) return null;
      const [line, than, orEqual] = above;
      const order = compare(pays[line].amount, pays[than].amount);
      if (order > 0 || (order === 0 && orEqual)) return null;
      return { line, fault: `Must be ${orEqual ? "no less" : "more"} than ${lines[than].title} pays, which would be paid otherwise.` };
    };

    const pays = (number) => (number === 1 ? "1 pay" : `${number} pays`);
    const certifiedPays = lines.map(({ input }) => readPay(input.dataset.pays, most, Boolean(meterField)));

    const update = () => {
      const readPays = lines.map(({ input }) => readPay(input.value, most, Boolean(meterField)));
      const faults = readPays.map(({ fault }) => fault);
      if (!faults.some(Boolean)) {
        const wrong = orderFault(readPays);
        if (wrong) faults[wrong.line] = wrong.fault;
      }
      let meter = ZERO;
      let meterFault;
      if (meterField) {
        const { value, fault } = read(meterField.value);
        meterFault = fault ?? (value.n < 0n ? "A meter is 0 or more." : undefined);
        meter = value ?? ZERO;
        mark(meterField, meterFault);
      }
      lines.forEach(({ input, row }, index) => {
        mark(input, faults[index]);
        const { amount, share } = readPays[index];
        const same = amount && compare(amount, certifiedPays[index].amount) === 0 && compare(share, certifiedPays[index].share) === 0;
        row.classList.toggle("changed", !faults[index] && !same);
      });
      const broken = faults.filter(Boolean).length + (meterFault ? 1 : 0);
      const changed = lines.filter(({ row }) => row.classList.contains("changed")).length;
      let results = {};
      if (!broken) {
        results = wager.priced(readPays, meter);
        if (meterField) results.break_even_meter = wager.breakEven(readPays);
      }
      const certified = { ...wager.priced(certifiedPays, meter) };
      if (meterField) certified.break_even_meter = wager.breakEven(certifiedPays);
      for (const output of outputs) showOutput(output, results[output.key], certified[output.key]);
      lines.forEach(({ count }, index) => {
        count.textContent = broken ? "\u2013" : group(`${results.counts[index]}`);
      });
      block.classList.toggle("edited", changed > 0);
      block.classList.toggle("broken", broken > 0);
      const moved = meterField && meterField.value !== meterField.dataset.pays;
      reset.hidden = !changed && !broken && !moved;
      const at = meterField ? ` At J = ${group(meterField.value.trim())}.` : "";
      const advantage = !broken && results.ev.n > 0n ? " The player has an advantage." : "";
      status.textContent = broken
        ? `${pays(broken)} cannot be read; see the marked ${broken === 1 ? "line" : "lines"}. Nothing is computed until then.`
        : changed
          ? `${pays(changed)} changed: this is not the certified paytable.${at}${advantage}`
          : `As certified.${at}${advantage}`;
    };

    for (const input of fields) for (const event of ["input", "change"]) input.addEventListener(event, update);
    const restore = () => {
      for (const input of fields) input.value = input.dataset.pays;
      update();
    };
    reset.addEventListener("click", () => {
      restore();
      fields[0].focus();
    });
    // A browser may have kept what was written before the page was loaded again; nothing is computed before it is seen.
    block.addEventListener("toggle", () => block.open && !block.dataset.begun && ((block.dataset.begun = "yes"), restore()));
  };

  // --- win over drop ---------------------------------------------------------------------------------------------

  const bridge = (block) => {
    const rows = JSON.parse(block.dataset.bridge);
    const fields = [...block.querySelectorAll("[data-input]")];
    const status = block.querySelector("[data-status]");
    const cells = [...block.querySelectorAll("tbody tr")];
    const update = () => {
      const amounts = fields.map((field) => read(field.value));
      const good = amounts.every(({ value }) => value && value.n > 0n);
      fields.forEach((field, index) => {
        const wrong = field.value.trim() !== "" && !(amounts[index].value && amounts[index].value.n > 0n);
        field.setAttribute("aria-invalid", wrong ? "true" : "false");
      });
      const [rounds, bet, drop] = amounts.map(({ value }) => value);
      const factor = good ? divide(times(rounds, bet), drop) : null;
      const share = (number) => percent(times(number, factor), 3).replace(" %", "");
      cells.forEach((row, index) => {
        const [expected, intervals] = rows[index];
        row.querySelector("[data-expected]").textContent = good ? share(longFraction(expected)) : "";
        for (const cell of row.querySelectorAll("[data-rounds]")) {
          const ends = intervals[cell.dataset.rounds];
          cell.textContent = !good ? "" : ends ? ends.map((end) => share(read(end).value)).join(" to ") : "no interval";
        }
      });
      block.setAttribute("data-factor", good ? text(factor) : "");
      status.textContent = good
        ? `Win over drop is ${decimal(factor, 4)} times win per initial bets.`
        : "Win over drop is computed from these three amounts, each a number above 0.";
    };
    for (const field of fields) field.addEventListener("input", update);
    update();
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
    const cleaned = shown.replace(/,/g, "").replace(/\u2212/g, "-").replace(/\$/, "").replace(/ a round$/, "").replace(/\s*%$/, "").replace(/^lose\s+/, "-").replace(/^push$/, "0");
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
  document.querySelectorAll("[data-bridge]").forEach(bridge);
  document.querySelectorAll("table.sortable").forEach(sortable);
  // On a narrow screen the contents would fill the first page: closed there, until someone opens them.
  if (window.matchMedia("(max-width: 69.99rem)").matches) document.querySelector(".contents details").open = false;
})();
