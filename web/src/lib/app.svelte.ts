// What the whole page shares: who I am, language, appearance, the route, the games.

import { api, Refused } from "./api";
import type { GameInfo, Person, SeatInfo, Texts } from "./contract";
import { keep, keepOn, kept, keptOn } from "./kept";
import { isNumbered, Names, plain } from "./names";
import { isOutdated, reloadOnce } from "./outdated";
import { Sounds } from "./sounds";
import { firstLanguage, isKey, load, say, type Key, type Language, type Params } from "../text/catalogue";

export type Theme = "system" | "light" | "dark";

class App {
  language = $state<Language>(firstLanguage(kept("khyber.language"), navigator.languages ?? []));
  /** The language chosen last, whose words may still be on their way. */
  private wanted = this.language;
  theme = $state<Theme>((kept("khyber.theme") as Theme | null) ?? "system");
  /** Whether single keys act wherever the focus is; else only in the panel of the decision. */
  shortcuts = $state(keptOn("shortcuts"));
  /** Whether my turn, dice and Events are heard. */
  soundsOn = $state(kept("khyber.sounds") === "on");
  readonly sounds = new Sounds(() => this.soundsOn);
  me = $state<Person | null>(null);
  known = $state(false);
  recovery = $state<string | null>(null);
  route = $state<string[]>([]);
  /** What stands behind the `?` of the route. */
  query = $state.raw(new URLSearchParams());
  games = $state.raw<GameInfo[] | null>(null);
  private gamesIn: string | null = null;
  /** The words of the games that were opened, as they are shown now. */
  private opened = $state.raw<Record<string, Names>>({});
  private readonly texts = new Map<string, Promise<Texts>>();

  /** The words of the page. */
  readonly t = (key: Key, params?: Params): string => say(this.language, key, params);

  async start(): Promise<void> {
    await this.loadWords(this.language);
    this.readRoute();
    addEventListener("hashchange", () => this.readRoute());
    this.show();
  }

  async setLanguage(language: Language): Promise<void> {
    keep("khyber.language", language);
    this.wanted = language;
    await this.loadWords(language);
    if (this.wanted !== language) return; // another one was chosen meanwhile
    this.language = language;
    this.show();
  }

  /** Load the page's words in a language; without them the page stays in English. */
  private async loadWords(language: Language): Promise<void> {
    try {
      await load(language);
    } catch (problem) {
      if (isOutdated(problem)) reloadOnce();
    }
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("khyber.theme", theme);
    this.show();
  }

  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    keepOn("shortcuts", on);
  }

  setSounds(on: boolean): void {
    this.soundsOn = on;
    keepOn("sounds", on);
    this.sounds.play("turn");
  }

  private show(): void {
    document.documentElement.lang = this.language;
    if (this.theme === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", this.theme);
  }

  // -- where ----------------------------------------------------------------------------------------

  private readRoute(): void {
    const [path = "", ...query] = location.hash.replace(/^#\/?/, "").split("?");
    this.query = new URLSearchParams(query.join("?"));
    this.route = path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  go(...parts: string[]): void {
    location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
    scrollTo(0, 0);
  }

  // -- who ------------------------------------------------------------------------------------------

  async whoAmI(): Promise<void> {
    try {
      this.me = (await api.me()).user;
    } finally {
      this.known = true;
    }
  }

  cameIn(user: Person | null, code?: string): void {
    this.me = user;
    this.recovery = code ?? null;
  }

  // -- games ----------------------------------------------------------------------------------------

  async loadGames(): Promise<GameInfo[]> {
    if (!this.games || this.gamesIn !== this.language) {
      const { language } = this;
      this.games = await api.games(language);
      this.gamesIn = language;
    }
    return this.games;
  }

  game(id: string): GameInfo | null {
    return this.games?.find((game) => game.id === id) ?? null;
  }

  gameName(id: string): string {
    return this.game(id)?.name ?? plain(id);
  }

  async namesOf(id: string): Promise<Names> {
    await this.loadGames();
    const at = `${id}/${this.language}`;
    let texts = this.texts.get(at);
    if (!texts) {
      texts = api.texts(id, this.language);
      texts.catch(() => this.texts.delete(at));
      this.texts.set(at, texts);
    }
    const names = new Names(this.game(id), await texts);
    this.opened = { ...this.opened, [id]: names };
    return names;
  }

  /** How a rule is cited: by its number, or by its title where the book has no numbers. */
  cited(game: string, rule: string): string {
    return isNumbered(rule) ? rule : (this.ruleTitle(game, rule) ?? plain(rule));
  }

  ruleTitle(game: string, rule: string): string | null {
    return this.opened[game]?.rule(rule) ?? null;
  }

  // -- what went wrong ------------------------------------------------------------------------------

  wrong(problem: unknown): string {
    if (problem instanceof Refused) return this.said(problem.code, problem.message);
    return this.t("error.unknown", { message: problem instanceof Error ? problem.message : String(problem) });
  }

  said(code: string, message: string): string {
    // what is no position that can be read at all is told so, and not how it fails to be one
    const key = code === "bad-position" && /^the position is not TOML/.test(message) ? "error.bad-file" : `error.${code}`;
    return isKey(key) ? this.t(key, { message }) : this.t("error.unknown", { message });
  }

  ago(seconds: number): string {
    const minutes = Math.floor(Math.max(0, Date.now() / 1000 - seconds) / 60);
    if (minutes < 1) return this.t("time.now");
    if (minutes < 60) return this.t("time.minutes", { n: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? this.t("time.hours", { n: hours }) : this.t("time.days", { n: Math.floor(hours / 24) });
  }

  /** Who plays a seat. */
  who(seat: SeatInfo): string {
    if (seat.agent !== "person") return this.bot(seat.agent);
    return seat.mine ? this.t("seat.me") : (seat.player ?? this.t(seat.invited ? "seat.invited" : "seat.free"));
  }

  bot(agent: string): string {
    const name = agent.replace(/^bot:/, "");
    const key = `bot.${name}`;
    return isKey(key) ? this.t(key) : this.t("bot.other", { name });
  }
}

export const app = new App();
