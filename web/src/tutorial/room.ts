// The room that a step of a first game needs on a phone: its words are as long as they are.

/** Report, now and whenever it changes, how high a sheet shows a step's words, the choice they lead to and the action
    row; return what ends it. */
export function watchRoom(sheet: HTMLElement, told: (height: number) => void): () => void {
  const words = sheet.querySelector(".decide")!;
  const row = sheet.querySelector(".act")!;
  const measure = () => {
    const last = words.querySelector(".guided") ?? words.querySelector("[data-tutorial]");
    if (!last) return;
    const above = last.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top + sheet.scrollTop;
    told(Math.ceil(above + row.getBoundingClientRect().height));
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(words);
  observer.observe(row);
  return () => observer.disconnect();
}
