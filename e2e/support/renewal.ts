import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RENEWAL_LINK_SECONDS } from "@sakhi/domain/listings/listing.rules";
import type { Product } from "./product.js";

/**
 * The link that the reminder of a listing's first year will have, signed with the product's own secret: the mail itself
 * comes eleven months after the approval.
 *
 * @param until when the listing ends
 */
export function renewalLink(product: Product, applicationId: string, until: string): string {
  const secrets = JSON.parse(readFileSync(join(product.dataDir, "secrets.json"), "utf8")) as { cookieSecret: string };
  const goodUntil = Math.floor(Date.parse(until) / 1000) + RENEWAL_LINK_SECONDS;
  const said = `${applicationId.replaceAll("-", "")}.2.${goodUntil}`;
  const key = Buffer.from(hkdfSync("sha256", secrets.cookieSecret, "", "sakhi-bazaar renewal-link", 32));
  const signature = createHmac("sha256", key).update(said).digest("base64url");
  return `${product.site}/join?renew=${said}.${signature}`;
}
