import { createHash, timingSafeEqual } from "node:crypto";
import type { Config } from "../config/config.js";

/**
 * Whether an Authorization header carries METRICS_TOKEN, or while it is being changed the one before:
 * `Bearer <METRICS_TOKEN>`. For those who watch over the product.
 */
export function metricsTokenCheck(
  config: Pick<Config, "metricsToken" | "metricsTokenPrevious">,
): (authorization: string | undefined) => boolean {
  const accepted = [config.metricsToken, config.metricsTokenPrevious]
    .filter((token) => token !== undefined)
    .map((token) => digest(`Bearer ${token}`));
  return (authorization) => {
    // Digests are of one length, and are compared in one time.
    const given = digest(authorization ?? "");
    return accepted.map((expected) => timingSafeEqual(given, expected)).includes(true);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
