import { Injectable } from "@nestjs/common";
import { PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";
import { WaitingLinksService } from "./waiting-links.service.js";

/** Input of an offer's secret; a new version invalidates earlier links. */
export interface OfferKey {
  readonly id: string;
  readonly version: number;
}

/**
 * Links to offers of another stall. The secret is derived from our key, so that a mail can be rendered again while the
 * database stores only a digest.
 */
@Injectable()
export class OfferLinksService {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The link for a mail. The secret is its fragment, which browsers never send. */
  url(key: OfferKey): string {
    return `${this.config.publicUrl}${PATHS.offer}#${this.token(key)}`;
  }

  /** The link to a place on the waiting list ({@link WaitingLinksService}), for a mail. */
  waitingUrl(placeId: string): string {
    return new WaitingLinksService(this.config, this.secrets).url(placeId);
  }

  /** The token in the link's fragment. */
  token(key: OfferKey): string {
    return linkToken(key.id, this.secret(key));
  }

  /** The stored digest: SHA-256 of the secret. */
  digest(key: OfferKey): Buffer {
    return digestOf(this.secret(key));
  }

  /** The offer's id in a token, genuine or not; undefined if the token is malformed. */
  offerId(token: string): string | undefined {
    return idInToken(token);
  }

  /** Verifies the secret of a well-formed token. */
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
