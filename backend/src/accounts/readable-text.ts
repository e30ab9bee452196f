import { randomInt } from "node:crypto";

/** Characters that are not taken for one another when they are read out or typed. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/** Random text to be read and typed by people, in groups of four ("k7mq-…"): 19.8 bits each. */
export function readableText(groups: number): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE.charAt(randomInt(READABLE.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}
