// Positions are TOML documents, read and written by smol-toml.

import { parse, stringify, TomlError as BadToml } from "smol-toml";

export type Toml = string | number | boolean | Toml[] | TomlTable;
export type TomlTable = { [key: string]: Toml };

/** The text cannot be read; `line` says where, counted from 1. */
export { BadToml };

export const isTable = (value: Toml | undefined): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The tables of a text. Throws BadToml. */
export const readToml = (text: string): TomlTable => parse(text) as TomlTable;

export const writeToml = (document: TomlTable): string => stringify(document);
