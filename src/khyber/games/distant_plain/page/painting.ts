// The relief as a picture: painted once, then laid under whichever board is shown. A canvas would be a layer of its own.

import { landOf } from "./relief";
import Painter from "./relief.worker?worker";
import type { Shapes } from "./shapes";

let kept: Promise<string> | null = null;

/** The address of the picture. A browser that cannot paint beside the page shows the map without. */
export function relief(shapes: Shapes): Promise<string> {
  kept ??= paint(shapes);
  kept.catch(() => (kept = null));
  return kept;
}

function paint(shapes: Shapes): Promise<string> {
  return new Promise((done, failed) => {
    const painter = new Painter();
    painter.onerror = () => {
      painter.terminate();
      failed(new Error("the relief could not be painted"));
    };
    painter.onmessage = ({ data }: MessageEvent<Blob>) => {
      painter.terminate();
      done(URL.createObjectURL(data));
    };
    painter.postMessage(landOf(shapes));
  });
}
