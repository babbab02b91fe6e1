// The server's addresses as functions. A refusal is thrown as a Refused, whose code has words in the catalogue.

import type {
  AccountRequest,
  BranchRequest,
  Branched,
  Cards,
  CheckRequest,
  Done,
  ErrorReply,
  Explanations,
  GameInfo,
  GuestRequest,
  HintReply,
  ImportTable,
  Invitation,
  Invite,
  InviteRequest,
  Joined,
  JsonObject,
  JoinRequest,
  Me,
  NewTable,
  NoteReply,
  NoteRequest,
  PasswordRequest,
  PauseRequest,
  PositionChecked,
  PositionReply,
  Problem,
  Reach,
  RecoverRequest,
  Rematch,
  Replayed,
  Resigned,
  RuleReply,
  SeatRequest,
  SessionList,
  TableInfo,
  TableList,
  TableMade,
  TableSettings,
  Texts,
  Timeline,
} from "../../contract/messages";

export class Refused extends Error {
  readonly code: string;
  readonly status: number;

  constructor(problem: Problem, status: number) {
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

export async function ask<T>(method: string, path: string, body?: unknown, query?: Record<string, string | number>): Promise<T> {
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

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const told = (await answer.json()) as Partial<ErrorReply>;
    if (told.error) return told.error;
  } catch {
    // no JSON: said below
  }
  return { code: answer.status === 404 ? "not-found" : "unknown", message: `${answer.status} ${answer.statusText}` };
}

const table = (id: string, rest = ""): string => `tables/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => ask<Me>("GET", "me"),
  guest: (name: string) => ask<Me>("POST", "guests", { name } satisfies GuestRequest),
  recover: (code: string) => ask<Me>("POST", "recover", { code } satisfies RecoverRequest),
  account: (name: string, password: string) => ask<Me>("POST", "accounts", { name, password } satisfies AccountRequest),
  login: (name: string, password: string) => ask<Me>("POST", "login", { name, password } satisfies AccountRequest),
  logout: () => ask<Done>("POST", "logout", {}),
  changePassword: (old: string, fresh: string) => ask<Me>("POST", "me/password", { old, new: fresh } satisfies PasswordRequest),
  sessions: () => ask<SessionList>("GET", "me/sessions").then((told) => told.sessions),
  endSession: (id: string) => ask<Done>("DELETE", `me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => ask<Done>("DELETE", "me/sessions"),
  exportAddress: () => address("me/export"),
  newCode: () => ask<Me>("POST", "me/recovery", {}),
  forgetMe: () => ask<Done>("DELETE", "me"),

  games: (lang: string) => ask<GameInfo[]>("GET", "games", undefined, { lang }),
  texts: (game: string, lang: string) => ask<Texts>("GET", `texts/${game}/${lang}`),
  facts: (game: string) => ask<JsonObject>("GET", `facts/${game}`),
  rule: (game: string, number: string, lang: string) =>
    ask<RuleReply>("GET", `rules/${game}/${encodeURIComponent(number)}`, undefined, { lang }),

  tables: (which: "mine" | "watch", lang: string) =>
    ask<TableList>("GET", "tables", undefined, { [which]: 1, lang }).then((told) => told.tables),
  table: (id: string, lang: string) => ask<TableInfo>("GET", table(id), undefined, { lang }),
  make: (wanted: NewTable, lang: string) => ask<TableMade>("POST", "tables", wanted, { lang }),
  /** `game` is what a position is a position of; a record says so itself. */
  bringIn: (text: string, name: string, game: string | null) =>
    ask<TableMade>("POST", "tables/import", { text, name, game } satisfies ImportTable),
  remove: (id: string) => ask<Done>("DELETE", table(id)),
  join: (id: string, token: string) => ask<Joined>("POST", table(id, "/join"), { token } satisfies JoinRequest),
  /** What an invitation is to. */
  invitation: (id: string, token: string, lang: string) =>
    ask<Invitation>("POST", table(id, "/invitation"), { token } satisfies JoinRequest, { lang }),
  change: (id: string, wanted: TableSettings) => ask<Done>("PATCH", table(id), wanted),
  resign: (id: string) => ask<Resigned>("POST", table(id, "/resign")),
  rematch: (id: string) => ask<Rematch>("POST", table(id, "/rematch")),
  /** Whether links to this server work on other machines. */
  reach: () => ask<Reach>("GET", "reach"),
  seat: (id: string, seat: string, agent: string) => ask<Done>("POST", table(id, "/seat"), { seat, agent } satisfies SeatRequest),
  invite: (id: string, seat: string) => ask<Invite>("POST", table(id, "/invite"), { seat } satisfies InviteRequest),
  pause: (id: string, paused: boolean) => ask<Done>("POST", table(id, "/pause"), { paused } satisfies PauseRequest),
  /** A sandbox from now, from the end of a step, or from where `choice` choices of it were made. */
  branch: (id: string, at: BranchRequest = {}) => ask<Branched>("POST", table(id, "/branch"), at),
  /** At the end of a step, or where `choice` choices of it were made. */
  replay: (id: string, step: number, lang: string, choice?: number) =>
    ask<Replayed>("GET", table(id, "/replay"), undefined, choice === undefined ? { step, lang } : { step, choice, lang }),
  timeline: (id: string, lang: string) => ask<Timeline>("GET", table(id, "/timeline"), undefined, { lang }),
  why: (id: string, step: number, lang: string) =>
    ask<Explanations>("GET", table(id, "/why"), undefined, { step, lang }).then(
      (told) => told.explanations,
    ),
  hint: (id: string, seat: string, lang: string) => ask<HintReply>("GET", table(id, "/hint"), undefined, { seat, lang }),
  position: (id: string, step?: number) =>
    ask<PositionReply>("GET", table(id, "/position"), undefined, step === undefined ? {} : { step }),
  checkPosition: (game: string, text: string, lang: string) =>
    ask<PositionChecked>("POST", "positions/check", { game, text } satisfies CheckRequest, { lang }),
  /** The position that a scenario begins with. */
  scenario: (game: string, scenario: string) => ask<PositionReply>("GET", `positions/${game}/${scenario}`),
  /** A sandbox that begins with that position: each seat mine ("me") or a bot's. */
  playFrom: (game: string, text: string, seats: Record<string, string>) =>
    ask<TableMade>("POST", "tables/import", { text, game, seats, sandbox: true } satisfies ImportTable),
  cards: (game: string, lang: string) =>
    ask<Cards>("GET", `cards/${game}`, undefined, { lang }).then((told) => told.cards),
  notes: (id: string) => ask<NoteReply>("GET", table(id, "/notes")),
  note: (id: string, text: string) => ask<Done>("PUT", table(id, "/notes"), { text } satisfies NoteRequest),
  recordAddress: (id: string) => address(table(id, "/record")),
  svgAddress: (id: string, query: Record<string, string | number>) => address(table(id, "/svg"), query),
};
