import { PATHS } from "@sakhi/domain/site/routes";
import { createHash, timingSafeEqual } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { STALL_OFFER_TOKEN_PATTERN } from "@sakhi/domain/bookings/stall-offer.rules";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";

/** What makes an offer's secret: a new version would make the links of the one before worthless. */
export interface OfferKey {
  readonly id: string;
  readonly version: number;
}

/**
 * The links to offers of another stall. The secret is derived from a key of ours, so that the mail can be written at
 * any time, also a second time, while the database knows only its digest.
 */
@Injectable()
export class OfferLinks {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The address in a mail. The secret is its fragment: browsers send that to nobody. */
  url(key: OfferKey): string {
    return `${this.config.publicUrl}${PATHS.offer}#${this.token(key)}`;
  }

  /** What follows the # in the link. */
  token(key: OfferKey): string {
    return `${key.id.replaceAll("-", "")}.${this.secret(key).toString("base64url")}`;
  }

  /** What the database keeps: SHA-256 of the secret. */
  digest(key: OfferKey): Buffer {
    return digestOf(this.secret(key));
  }

  /** The id of the offer that a token names, whether or not the token is genuine; undefined when it can't be ours. */
  offerId(token: string): string | undefined {
    if (!STALL_OFFER_TOKEN_PATTERN.test(token)) return undefined;
    return token.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  /**
   * Whether a token of the right form has the offer's secret: by the digest that was kept, or, where COOKIE_SECRET was
   * changed between the offer and its mail, as the mail was written then. A digest lives longer than both keys.
   */
  isGenuine(token: string, key: OfferKey, digest: Buffer): boolean {
    const given = Buffer.from(token.slice(33), "base64url");
    // 43 characters hold two bits more than the secret: one spelling of it only is ours.
    if (given.toString("base64url") !== token.slice(33)) return false;
    const isKept = timingSafeEqual(digest, digestOf(given));
    return this.secrets.verify("stall-offer-link", textOf(key), given) || isKept;
  }

  private secret(key: OfferKey): Buffer {
    return this.secrets.sign("stall-offer-link", textOf(key));
  }
}

function textOf({ id, version }: OfferKey): string {
  return `${id} ${version}`;
}

function digestOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}
