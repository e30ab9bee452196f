import { Injectable } from "@nestjs/common";
import { PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { idInToken, linkToken, secretInToken } from "./link-tokens.js";

/**
 * Who has the link: the browser that took the place, or who reads the mailbox. Both lead to the place; only the mailed one proves
 * that our offers are read.
 */
export const WAITING_LINKS = ["browser", "mail"] as const;
export type WaitingLink = (typeof WAITING_LINKS)[number];

/** A genuine link. */
export interface OpenedWaitingLink {
  /** Of the place. */
  readonly id: string;
  readonly by: WaitingLink;
}

/** Links to places on the waiting list. Their secrets are derived from our key, and stored nowhere. */
@Injectable()
export class WaitingLinksService {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The link for a mail. The secret is its fragment, which browsers never send. */
  url(placeId: string): string {
    return `${this.config.publicUrl}${PATHS.waiting}#${this.token(placeId, "mail")}`;
  }

  /** The token in the fragment of a link. */
  token(placeId: string, by: WaitingLink): string {
    return linkToken(placeId, this.secrets.sign("waiting-link", textOf(placeId, by)));
  }

  /** The place that a token leads to; undefined if it is not genuine. */
  read(token: string): OpenedWaitingLink | undefined {
    const id = idInToken(token);
    if (id === undefined) return undefined;
    const secret = secretInToken(token);
    if (secret === undefined) return undefined;
    const by = WAITING_LINKS.find((each) => this.secrets.verify("waiting-link", textOf(id, each), secret));
    return by && { id, by };
  }
}

const textOf = (id: string, by: WaitingLink): string => `${id} ${by}`;
