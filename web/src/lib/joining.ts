// A table followed with this browser's sockets.

import { api, liveAddress } from "./api";
import { app } from "./app.svelte";
import { browserClock } from "./clocks";
import { Live, type Following, type Socket } from "./live";

export function liveTable(id: string, changed: (now: Following) => void): Live {
  return new Live({
    url: (since, epoch) => liveAddress(id, { lang: app.language, since, epoch }),
    open: (url) => new WebSocket(url) as unknown as Socket,
    clock: browserClock,
    random: Math.random,
    changed,
    probe: async () => {
      try {
        await api.table(id, app.language);
        return true;
      } catch (problem) {
        return !(problem instanceof Error && "status" in problem && [401, 403, 404].includes(problem.status as number));
      }
    },
  });
}

/** Follow a table from the first look to leaving; wakes it when the device does. */
export function followed(live: Live): () => void {
  live.start();
  const wake = () => !document.hidden && live.wake();
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  return () => {
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
    live.stop();
  };
}
