import unhomoglyph from "unhomoglyph";
import type { Database } from "../platform/database/database.js";

/** Accents on Latin letters; marks of Indic scripts are letters' sounds and stay. */
const ACCENTS = /[\u0300-\u036F]/gu;

const mapped = (text: string): string =>
  unhomoglyph(text.normalize("NFD").replace(ACCENTS, "")).normalize("NFD").toLowerCase();

/**
 * What a name looks like (the skeleton of UTS 39): names with the same one can be taken for each other. Case, accents,
 * blanks, punctuation and invisible characters don't count, and i, l and 1 are one.
 */
export function skeletonOf(name: string): string {
  const letters = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  // Twice: what one letter is mapped to may be upper case, whose lower case is mapped again.
  return mapped(mapped(letters)).replaceAll("i", "l");
}

/** Stores the skeletons of brands that have none: those of earlier versions and of imports by SQL. */
export async function fillSkeletons(database: Database): Promise<void> {
  const brands = await database.query<{ id: string; name: string }>(
    "SELECT id, name FROM brands WHERE skeleton IS NULL",
  );
  if (brands.length === 0) return;
  await database.query(
    `UPDATE brands b SET skeleton = r.skeleton
       FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, skeleton text) WHERE b.id = r.id`,
    [JSON.stringify(brands.map(({ id, name }) => ({ id, skeleton: skeletonOf(name) })))],
  );
}
