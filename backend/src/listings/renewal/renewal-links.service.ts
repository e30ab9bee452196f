import { Injectable } from "@nestjs/common";
import { RENEWAL_LINK_SECONDS } from "@sakhi/domain/listings/listing.rules";
import { Config } from "../../platform/config/config.js";
import { Secrets } from "../../platform/secrets/secrets.js";
import type { ApplicationRow } from "../applications/application.row.js";

/** What a genuine link says. */
export interface RenewalLink {
  readonly applicationId: string;
  /** The year it pays for. */
  readonly year: number;
  /** Until when it is good; whoever follows it judges by the database's clock. */
  readonly until: Date;
}

const TOKEN = /^([0-9a-f]{32})\.(\d{1,4})\.(\d{10,11})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links to renew a listing, as they stand in mails: signed, bound to one application and one year, and good until 60
 * days after the end. Opening one pays nothing: it leads to a page that asks first.
 */
@Injectable()
export class RenewalLinks {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The address in a mail. @throws Error when the application has never been live */
  url(application: Pick<ApplicationRow, "id" | "year" | "live_until">): string {
    return `${this.config.publicUrl}/join?renew=${this.token(application)}`;
  }

  /** The token for the year after the one the application is in. */
  token({ id, year, live_until: liveUntil }: Pick<ApplicationRow, "id" | "year" | "live_until">): string {
    if (liveUntil === null) throw new Error(`application ${id} is not live`);
    const until = Math.floor(liveUntil.getTime() / 1000) + RENEWAL_LINK_SECONDS;
    const said = `${id.replaceAll("-", "")}.${year + 1}.${until}`;
    return `${said}.${this.secrets.digest("renewal-link", said)}`;
  }

  /** What a token of ours says; undefined for any other. */
  read(token: string): RenewalLink | undefined {
    const [, id, year, until, signature] = TOKEN.exec(token) ?? [];
    if (id === undefined || year === undefined || until === undefined || signature === undefined) {
      return undefined;
    }
    const genuine = this.secrets.verify(
      "renewal-link",
      `${id}.${year}.${until}`,
      Buffer.from(signature, "base64url"),
    );
    if (!genuine) return undefined;
    return {
      applicationId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      year: Number(year),
      until: new Date(Number(until) * 1000),
    };
  }
}
