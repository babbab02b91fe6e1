// The relief is painted beside the page, so that nothing waits for it and what it took is given back.

import { painted, type Land } from "./relief";

addEventListener("message", ({ data }: MessageEvent<Land>) => {
  const picture = painted(data);
  // `self` is typed as a window here, whose messages go to an origin.
  (self as unknown as Worker).postMessage(picture, [picture]);
});
