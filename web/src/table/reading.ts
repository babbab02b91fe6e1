// Whether a list that grows is followed to its newest entry. Only a person who scrolls it decides that, with wheel, finger,
// keys or the scroll bar: the browser scrolls by itself, too, when a list gets shorter or its room changes.

/** Milliseconds in which a scroll still belongs to the wheel, the finger or the key before it; each such scroll adds as many. */
const BELONGS = 250;
/** So near to the end the newest entry is in sight. */
const NEAR = 24;
/** Keys that scroll a list back, to earlier entries. */
const BACK: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);
/** Keys that scroll a list, or move the focus through it. */
const KEYS: ReadonlySet<string> = new Set([...BACK, "ArrowDown", "PageDown", "End", "Tab"]);

export class Reading {
  /** Whether the newest entry is to be kept in sight. */
  follows = true;
  private meant = -Infinity;
  /** Whether the last wheel or key went back: an entry that comes before the browser has scrolled far must not undo that. */
  private back = false;
  private held = false;
  /** Where the page itself is scrolling to; NaN: nowhere. */
  private ours = NaN;

  /** Watch the list's box; return what ends it. */
  watch(box: HTMLElement): () => void {
    const listening = new AbortController();
    const on = { signal: listening.signal, passive: true };
    const mean = ({ timeStamp }: Event, back: boolean) => {
      this.meant = timeStamp;
      this.back = back;
      if (back && box.scrollTop > 0) this.follows = false;
    };
    box.addEventListener("wheel", (event) => mean(event, event.deltaY < 0), on);
    box.addEventListener("touchmove", (event) => mean(event, false), on);
    box.addEventListener(
      "keydown",
      (event) => {
        if (KEYS.has(event.key)) mean(event, BACK.has(event.key));
        else if (event.key === " " && event.target === box) mean(event, event.shiftKey);
      },
      on,
    );
    // the box itself is hit on its scroll bar, whose release is seen by the next movement alone
    box.addEventListener(
      "pointerdown",
      ({ target }) => {
        this.held = target === box;
        this.back &&= !this.held;
      },
      on,
    );
    for (const kind of ["pointerup", "pointermove", "pointercancel"] as const)
      window.addEventListener(kind, ({ buttons }) => (this.held &&= buttons > 0), on);
    box.addEventListener("scroll", ({ timeStamp }) => this.scrolled(box, timeStamp), on);
    return () => listening.abort();
  }

  /** Scroll for the reader: that says nothing about whether they follow. */
  show(box: HTMLElement, top: number): void {
    const before = box.scrollTop;
    box.scrollTop = top;
    if (box.scrollTop !== before) this.ours = box.scrollTop;
  }

  private scrolled(box: HTMLElement, when: number): void {
    const own = Math.abs(box.scrollTop - this.ours) <= 1;
    this.ours = NaN;
    if (own || !box.clientHeight || (!this.held && when - this.meant > BELONGS)) return;
    this.meant = when;
    this.follows = !this.back && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  }
}
