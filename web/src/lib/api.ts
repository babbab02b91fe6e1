// The server's addresses as functions. A refusal is thrown as a Refused, whose code has words in the catalogue.

import type * as message from "../../contract/messages";

export class Refused extends Error {
  readonly code: string;
  readonly status: number;

  constructor(problem: message.Problem, status: number) {
    super(problem.message);
    this.code = problem.code;
    this.status = status;
  }
}

/** The folder the page lies in: the server may stand behind any prefix. */
const BASE = typeof document === "undefined" ? "/" : new URL("./", document.baseURI.split("#")[0]).pathname;

export function address(path: string, query: Record<string, string | number> = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const text = asked.toString();
  return `${BASE}api/${path}${text ? `?${text}` : ""}`;
}

export function liveAddress(table: string, query: Record<string, string | number>): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${address(`tables/${encodeURIComponent(table)}/live`, query)}`;
}

async function ask<T>(method: string, path: string, body?: unknown, query?: Record<string, string | number>): Promise<T> {
  const sent: RequestInit = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body !== undefined) {
    sent.body = JSON.stringify(body);
    sent.headers = { ...sent.headers, "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(address(path, query), sent);
  } catch {
    throw new Refused({ code: "unreachable", message: "the server cannot be reached" }, 0);
  }
  if (!answer.ok) throw new Refused(await problemOf(answer), answer.status);
  return (await answer.json()) as T;
}

async function problemOf(answer: Response): Promise<message.Problem> {
  try {
    const told = (await answer.json()) as Partial<message.ErrorReply>;
    if (told.error) return told.error;
  } catch {
    // no JSON: said below
  }
  return { code: answer.status === 404 ? "not-found" : "unknown", message: `${answer.status} ${answer.statusText}` };
}

const table = (id: string, rest = ""): string => `tables/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => ask<message.Me>("GET", "me"),
  guest: (name: string) => ask<message.Me>("POST", "guests", { name } satisfies message.GuestRequest),
  recover: (code: string) => ask<message.Me>("POST", "recover", { code } satisfies message.RecoverRequest),
  account: (name: string, password: string) => ask<message.Me>("POST", "accounts", { name, password } satisfies message.AccountRequest),
  login: (name: string, password: string) => ask<message.Me>("POST", "login", { name, password } satisfies message.AccountRequest),
  logout: () => ask<message.Done>("POST", "logout", {}),
  changePassword: (old: string, fresh: string) => ask<message.Me>("POST", "me/password", { old, new: fresh } satisfies message.PasswordRequest),
  sessions: () => ask<message.SessionList>("GET", "me/sessions").then((told) => told.sessions),
  endSession: (id: string) => ask<message.Done>("DELETE", `me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => ask<message.Done>("DELETE", "me/sessions"),
  exportAddress: () => address("me/export"),
  newCode: (password = "") => ask<message.Me>("POST", "me/recovery", { password }),
  forgetMe: () => ask<message.Done>("DELETE", "me"),

  games: (lang: string) => ask<message.GameInfo[]>("GET", "games", undefined, { lang }),
  texts: (game: string, lang: string) => ask<message.Texts>("GET", `texts/${game}/${lang}`),
  facts: (game: string) => ask<message.JsonObject>("GET", `facts/${game}`),
  rule: (game: string, number: string, lang: string) =>
    ask<message.RuleReply>("GET", `rules/${game}/${encodeURIComponent(number)}`, undefined, { lang }),

  /** All rules of a game, or those that were sought. */
  rules: (game: string, lang: string, q = "") =>
    ask<{ rules: message.FoundRule[] }>("GET", `rules/${game}`, undefined, q ? { lang, q } : { lang }).then((told) => told.rules),
  aid: (game: string, seat: string, lang: string) => ask<message.AidReply>("GET", `aids/${game}/${seat}`, undefined, { lang }),
  glossary: (game: string, lang: string) =>
    ask<{ terms: message.TermReply[] }>("GET", `glossary/${game}`, undefined, { lang }).then((told) => told.terms),
  tutorial: (game: string, lang: string) => ask<message.TutorialReply>("GET", `tutorials/${game}`, undefined, { lang }),
  beginTutorial: (game: string, lang: string) => ask<{ id: string }>("POST", `tutorials/${game}`, undefined, { lang }),

  tables: (which: "mine" | "watch", lang: string) =>
    ask<message.TableList>("GET", "tables", undefined, { [which]: 1, lang }).then((told) => told.tables),
  table: (id: string, lang: string) => ask<message.TableInfo>("GET", table(id), undefined, { lang }),
  make: (wanted: message.NewTable, lang: string) => ask<message.TableMade>("POST", "tables", wanted, { lang }),
  /** `game` is what a position is a position of; a record says so itself. */
  bringIn: (text: string, name: string, game: string | null) =>
    ask<message.TableMade>("POST", "tables/import", { text, name, game } satisfies message.ImportTable),
  remove: (id: string) => ask<message.Done>("DELETE", table(id)),
  /** `knowing`: that I was told who has seen what is hidden there. */
  join: (id: string, token: string, knowing: boolean) =>
    ask<message.Joined>("POST", table(id, "/join"), { token, knowing } satisfies message.JoinRequest),
  /** What an invitation is to. */
  invitation: (id: string, token: string, lang: string) =>
    ask<message.Invitation>("POST", table(id, "/invitation"), { token } satisfies message.InvitationRequest, { lang }),
  change: (id: string, wanted: message.TableSettings) => ask<message.Done>("PATCH", table(id), wanted),
  resign: (id: string) => ask<message.Resigned>("POST", table(id, "/resign")),
  /** `knowing`: as in `join`. */
  rematch: (id: string, knowing: boolean, lang: string) =>
    ask<message.Rematch>("POST", table(id, "/rematch"), undefined, { lang, ...(knowing && { knowing: "true" }) }),
  /** Whether links to this server work on other machines. */
  reach: () => ask<message.Reach>("GET", "reach"),
  seat: (id: string, seat: string, agent: string) => ask<message.Done>("POST", table(id, "/seat"), { seat, agent } satisfies message.SeatRequest),
  invite: (id: string, seat: string) => ask<message.Invite>("POST", table(id, "/invite"), { seat } satisfies message.InviteRequest),
  /** Ask the others whether a seat that somebody has seen may be handed on; and answer that. */
  handover: (id: string, seat: string) => ask<message.Handover>("POST", table(id, "/handover"), { seat } satisfies message.HandoverRequest),
  answerHandover: (id: string, agree: boolean) =>
    ask<message.Done>("POST", table(id, "/handover/answer"), { agree } satisfies message.HandoverAnswer),
  pause: (id: string, paused: boolean) => ask<message.Done>("POST", table(id, "/pause"), { paused } satisfies message.PauseRequest),
  /** A sandbox from now, from the end of a step, or from where `choice` choices of it were made. */
  branch: (id: string, at: message.BranchRequest = {}) => ask<message.Branched>("POST", table(id, "/branch"), at),
  /** At the end of a step, or where `choice` choices of it were made. */
  replay: (id: string, step: number, lang: string, more: { choice?: number; since?: number } = {}) =>
    ask<message.Replayed>("GET", table(id, "/replay"), undefined, { step, lang, ...more }),
  timeline: (id: string, lang: string) => ask<message.Timeline>("GET", table(id, "/timeline"), undefined, { lang }),
  why: (id: string, since: number, step: number, lang: string) =>
    ask<message.Explanations>("GET", table(id, "/why"), undefined, { step, lang, ...(since < step && { since }) }).then((told) => told.explanations),
  hint: (id: string, seat: string, lang: string, level: string) =>
    ask<message.HintReply>("GET", table(id, "/hint"), undefined, { seat, lang, level }),
  analysis: (id: string, lang: string) => ask<message.Analysis>("GET", table(id, "/analysis"), undefined, { lang }),
  puzzles: (lang: string) => ask<message.Puzzles>("GET", "puzzles", undefined, { lang }),
  puzzle: (id: string, lang: string) => ask<message.PuzzlePosition>("GET", `puzzles/${id}`, undefined, { lang }),
  solution: (id: string, lang: string, at?: string) =>
    ask<message.Solution>("GET", `puzzles/${id}/solution`, undefined, at === undefined ? { lang } : { lang, table: at }),
  position: (id: string, step?: number) =>
    ask<message.PositionReply>("GET", table(id, "/position"), undefined, step === undefined ? {} : { step }),
  checkPosition: (game: string, text: string, lang: string) =>
    ask<message.PositionChecked>("POST", "positions/check", { game, text } satisfies message.CheckRequest, { lang }),
  /** The position that a scenario begins with. */
  scenario: (game: string, scenario: string) => ask<message.PositionReply>("GET", `positions/${game}/${scenario}`),
  /** A sandbox that begins with that position: each seat mine ("me") or a bot's. */
  playFrom: (game: string, text: string, seats: Record<string, string>) =>
    ask<message.TableMade>("POST", "tables/import", { text, game, seats, sandbox: true } satisfies message.ImportTable),
  cards: (game: string, lang: string) =>
    ask<message.Cards>("GET", `cards/${game}`, undefined, { lang }).then((told) => told.cards),
  notes: (id: string) => ask<message.NoteReply>("GET", table(id, "/notes")),
  note: (id: string, text: string) => ask<message.Done>("PUT", table(id, "/notes"), { text } satisfies message.NoteRequest),
  recordAddress: (id: string) => address(table(id, "/record")),
};
