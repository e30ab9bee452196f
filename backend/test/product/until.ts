import { until as look } from "../support/until.js";

/** Waits for the thing itself, as {@link look} does, but longer: whole processes start and stop meanwhile. */
export function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 300_000,
): Promise<void> {
  return look(what, isSo, limitMs);
}
