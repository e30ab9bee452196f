import { PATHS } from "@sakhi/domain/site/routes";
import { Injectable } from "@nestjs/common";
import { STALL_OFFER_TOKEN_PATTERN } from "@sakhi/domain/bookings/stall-offer.rules";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";

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
    return linkToken(key.id, this.secret(key));
  }

  /** What the database keeps: SHA-256 of the secret. */
  digest(key: OfferKey): Buffer {
    return digestOf(this.secret(key));
  }

  /** The id of the offer that a token names, whether or not the token is genuine; undefined when it can't be ours. */
  offerId(token: string): string | undefined {
    return STALL_OFFER_TOKEN_PATTERN.test(token) ? idInToken(token) : undefined;
  }

  /** Whether a token of the right form has the offer's secret. */
  isGenuine(token: string, key: OfferKey, digest: Buffer): boolean {
    return isGenuineToken(token, digest, this.secrets, "stall-offer-link", textOf(key));
  }

  private secret(key: OfferKey): Buffer {
    return this.secrets.sign("stall-offer-link", textOf(key));
  }
}

function textOf({ id, version }: OfferKey): string {
  return `${id} ${version}`;
}
