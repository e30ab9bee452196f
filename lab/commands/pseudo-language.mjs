/**
 * `npm run lab -- pseudo-language`: walks every public page and view of the dashboard in the pseudo-language (docs/decisions/0130), where `npm test` walks a few:
 * words that come from no catalogue, and whether texts that are 40 % longer hold at 360 px, wide, and with text of 200 %.
 */
import { test } from "../../scripts/lib/test.mjs";

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export const pseudoLanguage = ({ env, stop, temporal }) =>
  test(["e2e/pseudo-language"], { ...env, PSEUDO_LANGUAGE: "all" }, stop, temporal);
