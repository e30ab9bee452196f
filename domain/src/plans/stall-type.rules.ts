import { plainCharacters } from "../fields/characters.js";
import { STALL_TYPES, stallTypeLabel } from "../stalls/stall.types.js";

/**
 * The key of a type with this label, so that the label follows from the key wherever a type is named (`stallTypeLabel`).
 *
 * @returns undefined for a label that no key stands for
 */
export function stallTypeKey(label: string): string | undefined {
  const specified = STALL_TYPES.find((key) => stallTypeLabel(key) === label);
  if (specified !== undefined) return specified;
  const key = label
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Z][A-Za-z0-9]*$/.test(key) && key !== "General" && stallTypeLabel(key) === label ? key : undefined;
}

const simplified = (text: string) =>
  plainCharacters(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The key of the type that a text names, by key or label, in any case and with any blanks: FoodCourt, "food court", Standard.
 *
 * @param keys of the event's types
 * @returns undefined if none, or more than one, can be meant
 */
export function namedStallType(text: string, keys: readonly string[]): string | undefined {
  const exact = keys.find((key) => key === text || stallTypeLabel(key) === text);
  if (exact !== undefined) return exact;
  const alike = keys.filter((key) => [key, stallTypeLabel(key)].some((name) => simplified(name) === simplified(text)));
  return alike.length === 1 ? alike[0] : undefined;
}
