// What can be seen of the page, looked at from inside: tests in Chromium and in Firefox evaluate this one function.
// `what` names the check; each returns the faults it finds, as lines of text.
export default function look(what) {
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

  /** What stays where it is whatever gets the focus; the whole page scrolls where it is longer than the window. */
  function anchors() {
    const fixed = [".table", ".table > .board", ".sheet", ".act", ".decide", ".side [role=tablist]"];
    const narrow = innerWidth <= 900;
    const places = narrow ? fixed.slice(0, 3) : fixed;
    const long = document.scrollingElement.scrollHeight > innerHeight + 1;
    return [
      ...(long ? [] : places.map((one) => {
        const box = document.querySelector(one)?.getBoundingClientRect();
        return `${one} ${box ? [Math.round(box.x), Math.round(box.y)] : "-"}`;
      })),
      // what only cuts must not be scrolled: nobody could scroll it back
      ...all("#app *").filter((one) => (one.scrollTop || one.scrollLeft) && cuts(one) && !scrolls(one)).map((one) => `${name(one)} slid`),
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
    for (const one of fields()) {
      const before = anchors();
      one.focus();
      const moved = anchors().filter((line, at) => line !== before[at]);
      if (moved.length) found.push(`${name(one)} moved ${moved.join("; ")}`);
    }
    document.activeElement?.blur?.();
    return found;
  }

  return { escapes, focus }[what]();
}
