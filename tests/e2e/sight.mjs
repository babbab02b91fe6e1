// What can be seen of the page, looked at from inside: tests in Chromium and in Firefox evaluate this one function.
// `what` names the check; each returns the faults it finds, as lines of text.
export default function look([what, given]) {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const name = (one) => {
    const said = (one.ariaLabel ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${one.localName} ${one.getAttribute("class") ?? one.role ?? ""}> ${said}`.trim();
  };
  const style = (one) => getComputedStyle(one);
  const cuts = (one) => !["visible", "clip"].includes(style(one).overflowY) || !["visible", "clip"].includes(style(one).overflowX);
  const scrolls = (one) => /auto|scroll/.test(style(one).overflowY + style(one).overflowX);
  const holds = (one) => {
    const { position, transform, filter, contain } = style(one);
    return position !== "static" || transform !== "none" || filter !== "none" || /paint|layout|strict|content/.test(contain);
  };

  /** Boxes placed outside a box that scrolls or cuts and that they are in: they lengthen what is around it. */
  function escapes() {
    const found = new Set();
    for (const one of all("#app *")) {
      if (style(one).position !== "absolute" || !one.checkVisibility()) continue;
      for (let around = one.parentElement; around && !holds(around); around = around.parentElement)
        if (around !== document.body && cuts(around)) found.add(`${name(one)} escapes ${name(around).slice(0, 60)}`);
    }
    return [...found];
  }

  /** What stays where it is whatever gets the focus: in the window, or in a page that is longer and scrolls. */
  function anchors() {
    const wide = [".act", ".decide", ".side [role=tablist]", "main > .study > .side"];
    const inside = [".table > .board", ".sheet", "main > .study > .board", "main > .study > .line", ...(innerWidth > 900 ? wide : [])];
    const long = document.scrollingElement.scrollHeight > innerHeight + 1;
    const [across, down] = long ? [scrollX, scrollY] : [0, 0];
    return [
      ...["main", ".table", "main > .study", ...(long ? [] : inside)].map((one) => {
        const box = document.querySelector(one)?.getBoundingClientRect();
        return `${one} ${box ? [Math.round(box.x + across), Math.round(box.y + down)] : "-"}`;
      }),
      // what only cuts must not be scrolled: nobody could scroll it back
      ...all("#app *").filter((one) => (one.scrollTop || one.scrollLeft) && cuts(one) && !scrolls(one)).map((one) => `${name(one)} slid`),
    ];
  }

  /** Where boxes are, and how far everything around them is scrolled: compared before and after. */
  function places(selectors) {
    const boxes = selectors.flatMap((one) => all(one).slice(0, 1));
    const around = new Set(boxes.flatMap((one) => all("html, body, body *").filter((other) => other !== one && other.contains(one))));
    return [
      ...boxes.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${name(one).slice(0, 40)} at ${[x, y, width, height].map(Math.round)}`;
      }),
      ...[...around].map((one) => `${name(one).slice(0, 40)} scrolled by ${[one.scrollLeft, one.scrollTop].map(Math.round)}`),
    ];
  }

  /** The fields, buttons and links that the Tab key reaches. */
  const fields = () =>
    all("#app :is(button, input, select, textarea, a[href], summary, [tabindex])").filter(
      (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility(),
    );

  /** Moves the focus through all fields; says what moved with it. */
  function focus() {
    const found = [];
    let before = anchors();
    for (const one of fields()) {
      one.focus();
      const after = anchors();
      const moved = after.filter((line, at) => line !== before[at]);
      before = after;
      if (moved.length) found.push(`${name(one)} moved ${moved.join("; ")}`);
    }
    document.activeElement?.blur?.();
    return found;
  }

  /** The part of the window that boxes around this one leave it: left, top, right, bottom. */
  function room(one) {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      if (!cuts(around)) continue;
      const box = around.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      if (around.matches(":modal")) break; // it lies over the page, and nothing around it cuts it
    }
    return [left, top, right, bottom];
  }

  /** Whether all of a rectangle of an element can be seen: nothing cuts it off, nothing lies over it. */
  function clear(one, { left, top, right, bottom }) {
    const [west, north, east, south] = room(one);
    if (left < west - 1.5 || top < north - 1.5 || right > east + 1.5 || bottom > south + 1.5) return false;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x, top + 2], [x, bottom - 2]].map(([across, down]) => [Math.min(across, innerWidth - 1), Math.min(down, innerHeight - 1)]);
    return points.every(([across, down]) => {
      const hit = document.elementFromPoint(across, down);
      return hit !== null && (one.contains(hit) || hit.contains(one));
    });
  }

  /** What must be seen of an element: its lines, where it is text; else all of it. */
  function pieces(one) {
    if (one.matches("button, input, select, [role=button]")) return [one.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  }

  const seen = (one) => {
    const boxes = one.checkVisibility() ? pieces(one) : [];
    return boxes.length > 0 && boxes.every((box) => clear(one, box));
  };

  /** Whether every line of an element is seen, or comes into sight by scrolling one box, the page or none. */
  function reachable(one) {
    if (seen(one)) return true;
    if (!one.checkVisibility()) return false;
    const boxes = [document.scrollingElement];
    for (let around = one.parentElement; around && around !== document.documentElement; around = around.parentElement)
      if (scrolls(around) && around.scrollHeight > around.clientHeight + 1) boxes.push(around);
    const parts = pieces(one).length;
    return boxes.some((box) => {
      const before = box.scrollTop;
      const view = box === document.scrollingElement ? { top: 0, height: innerHeight } : box.getBoundingClientRect();
      let found = parts > 0;
      for (let part = 0; part < parts && found; part += 1) {
        found = [0.5, 0.3, 0.7, 0.15, 0.85].some((share) => {
          const { top, height } = pieces(one)[part];
          box.scrollTop += top + height / 2 - view.top - view.height * share;
          return clear(one, pieces(one)[part]);
        });
      }
      box.scrollTop = before;
      return found;
    });
  }

  const hidden = (ones, why) => ones.filter((one) => !reachable(one)).map((one) => `${name(one)} ${why}`);

  /** The words of a first game, and the choice that a step of it waits for: both in sight at once. */
  function guide() {
    const said = all("[data-tutorial] :is(.said > *, button, a)").filter((one) => !seen(one)).map((one) => `${name(one)} is cut`);
    const wanted = all(".guided");
    const asks = all("[data-tutorial]").some((one) => Number(one.dataset.tutorial) > 0);
    return [...said, ...(!asks || wanted.some(seen) ? [] : [`the choice is not in sight: ${wanted.map(name).join(", ")}`])];
  }

  /** The prompt, and every choice on offer, in the list, in the row below it or on the map. */
  function choices([ask, ...keys]) {
    const prompt = all("#decision-question");
    const turns = ask === "tile-turn" ? ", [data-rotate]" : ""; // a tile is turned until it lies as it is to lie
    const missing = keys.filter((key) => {
      const named = CSS.escape(key);
      return !all(`[data-option="${named}"], [data-cell="${named}"], [data-edge="${named}"]${turns}`).some(reachable);
    });
    return [...(prompt.length ? hidden(prompt, "is the prompt") : ["no prompt"]), ...missing.map((key) => `no way to ${key}`)];
  }

  /** The newest entry of the log. */
  function log() {
    const last = all("[data-log] li").at(-1);
    return last ? hidden(all(".entry", last), "is the newest entry") : ["no log"];
  }

  /** What has the focus is in sight. */
  function focused() {
    const one = document.activeElement;
    return one === document.body || seen(one) ? [] : [`${name(one)} has the focus and is not in sight`];
  }

  /** All of the last that each selector matches is in sight. */
  function shown(selectors) {
    return selectors.filter((one) => !all(one).slice(-1).some(seen)).map((one) => `${one} is not in sight`);
  }

  return { escapes, focus, focused, guide, choices, log, places, shown }[what](given);
}
