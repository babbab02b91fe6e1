// The relief as a canvas: painted once, then laid under whichever board is shown.

import { landOf } from "./relief";
import Painter from "./relief.worker?worker";
import type { Shapes } from "./shapes";

let kept: Promise<HTMLCanvasElement> | null = null;

/** The canvas with the relief. A browser that cannot paint beside the page shows the map without. */
export function relief(shapes: Shapes): Promise<HTMLCanvasElement> {
  kept ??= paint(shapes);
  kept.catch(() => (kept = null));
  return kept;
}

function paint(shapes: Shapes): Promise<HTMLCanvasElement> {
  return new Promise((done, failed) => {
    const painter = new Painter();
    painter.onerror = () => {
      painter.terminate();
      failed(new Error("the relief could not be painted"));
    };
    painter.onmessage = ({ data }: MessageEvent<ImageBitmap>) => {
      painter.terminate();
      const canvas = document.createElement("canvas");
      canvas.width = data.width;
      canvas.height = data.height;
      canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(data);
      done(canvas);
    };
    painter.postMessage(landOf(shapes));
  });
}
