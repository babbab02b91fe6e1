// Resolves once nothing on the page has changed or moved for a while, in milliseconds; a clock that never rests is not
// waited for, nor a frame that is never drawn.
export default function quiet(still = 100) {
  return new Promise((done) => {
    const began = performance.now();
    let last = began;
    const watch = new MutationObserver(() => { last = performance.now(); });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const moving = () => document.getAnimations().some((one) =>
      one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime));
    const look = () => {
      const now = performance.now();
      if (moving()) last = now;
      if (now - last < still && now - began < 5000) setTimeout(look, 20);
      else { watch.disconnect(); requestAnimationFrame(() => done()); setTimeout(done, 1000); }
    };
    look();
  });
}
