// Write the TypeScript types of the server's messages: node contract/generate.mjs OPENAPI.json TO.ts

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [from, to] = process.argv.slice(2);
/** Types only, so that a reworded description is no drift; /api/docs has the descriptions. */
const isWords = (key, value) => key === "default" || ((key === "description" || key === "title") && typeof value === "string");
const { openapi, components } = JSON.parse(readFileSync(from, "utf8"), (key, value) => (isWords(key, value) ? undefined : value));
const json = ts.factory.createTypeReferenceNode("JsonObject");
/** An object of which nothing is known: a view, for example, whose fields only its game knows. */
const isAny = (schema) => schema.type === "object" && !schema.properties && !schema.additionalProperties;

const tree = await openapiTS(
  { openapi, info: { title: "Khyber", version: "" }, paths: {}, components: { schemas: components.schemas } },
  {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => (isAny(schema) ? json : undefined),
  },
);
const kept = tree.filter((node) => !["paths", "webhooks", "$defs", "operations"].includes(node.name?.text));
writeFileSync(
  to,
  `// Generated from the server's messages by \`python -m tools.release.page\`; do not edit.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

${astToString(kept)}`,
);
