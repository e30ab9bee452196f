import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { snakeCase } from "./platform/database/columns.js";
import type { TableDoc } from "./platform/database/schema-text.js";
import { BACKEND } from "./platform/folders.js";

const SOURCES = fileURLToPath(new URL("src/", BACKEND));

const COMMENT = String.raw`(?:/\*\*(?<comment>(?:(?!\*/)[\s\S])*)\*/\s*)?`;
const ENTITY = new RegExp(
  String.raw`${COMMENT}@Entity\("(?<table>\w+)"[^)]*\)\s*export class \w+(?: implements [^{]+)? \{(?<body>[\s\S]*?)\n\}`,
  "g",
);
const COLUMN = new RegExp(
  String.raw`${COMMENT}@(?:Primary|PrimaryGenerated)?Column\((?:[^()]|\([^()]*\))*\)\s*(?<property>\w+)[!?]:`,
  "g",
);

/**
 * What the sources say about each table, by room: a table belongs to the folder of its entity. Only where the sources are:
 * for `npm run generate` and specs.
 */
export function entityDocs(): readonly TableDoc[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".entities.ts"))
    .toSorted()
    .flatMap((file) => {
      const [room = ""] = file.split("/");
      const text = readFileSync(join(SOURCES, file), "utf8");
      return [...text.matchAll(ENTITY)].map(({ groups = {} }) => ({
        table: groups["table"] ?? "",
        room,
        comment: sentence(groups["comment"]),
        columns: new Map(
          [...(groups["body"] ?? "").matchAll(COLUMN)].map(({ groups: column = {} }) => [
            snakeCase(column["property"] ?? ""),
            sentence(column["comment"]),
          ]),
        ),
      }));
    });
}

/** A doc comment's text in one line. */
function sentence(comment = ""): string {
  return comment
    .replaceAll(/^\s*\*?/gm, " ")
    .replaceAll(/\{@link (\S+?)\}/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
