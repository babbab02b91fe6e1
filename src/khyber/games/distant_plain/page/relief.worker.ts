// The relief is painted beside the page, so that nothing waits for it and what it took is given back.

import { painted, type Land } from "./relief";

addEventListener("message", ({ data }: MessageEvent<Land>) => {
  // `self` is typed as a window here, whose messages go to an origin.
  void painted(data).then((picture) => (self as unknown as Worker).postMessage(picture));
});
