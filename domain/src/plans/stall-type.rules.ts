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
