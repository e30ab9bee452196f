import { Injectable } from "@nestjs/common";
import { API_PATHS, PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { idInToken, linkToken, secretInToken } from "./link-tokens.js";

/**
 * What a link in an administrator's mail does: `confirm` an address, by the id of its request, or turn the mails `off`, by the
 * account's id. The latter works as long as the account does: whoever once got her mails can only end them.
 */
export type AdministratorMailLink = "confirm" | "off";

/** Links in mails that administrators get. Nothing of them is stored: their secret is a signature. */
@Injectable()
export class AdministratorMailLinksService {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The link for a mail. Its secret is in the fragment, which browsers never send. */
  url(what: AdministratorMailLink, id: string): string {
    return `${this.config.publicUrl}${PATHS.adminMails}#${what}-${this.token(what, id)}`;
  }

  /** The address that a mail program calls to turn the mails off (RFC 8058): no page, so the token is in its query. */
  oneClickUrl(id: string): string {
    return `${this.config.publicUrl}${API_PATHS.oneClickOff}?token=${this.token("off", id)}`;
  }

  /** The token of a link. */
  token(what: AdministratorMailLink, id: string): string {
    return linkToken(id, this.secrets.sign("administrator-mail", signed(what, id)));
  }

  /** The id of a genuine token; undefined for any other. */
  idOf(what: AdministratorMailLink, token: string): string | undefined {
    const id = idInToken(token);
    const secret = id === undefined ? undefined : secretInToken(token);
    if (id === undefined || secret === undefined) return undefined;
    return this.secrets.verify("administrator-mail", signed(what, id), secret) ? id : undefined;
  }
}

const signed = (what: AdministratorMailLink, id: string): string => `${what} ${id}`;
