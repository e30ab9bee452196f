import { Injectable } from "@nestjs/common";
import { API_PATHS, PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken, secretInToken } from "./link-tokens.js";

/**
 * What a link in a digest or alert does: `confirm` an address, by the id of its request, or turn the mails `off`, by the account's
 * id. The latter works as long as the account does: anyone who once got her mails can only end them.
 */
export type OwnMailLink = "confirm" | "off";

const signed = (what: OwnMailLink, id: string): string => `${what} ${id}`;

/**
 * Links in mails to administrators. Those with which she chooses a password: the database stores a digest, and the secret is in the
 * mail only. Those of digests and alerts: nothing is stored, their secret is a signature.
 */
@Injectable()
export class InvitationLinksService {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** The link for a mail. The secret is its fragment, which browsers never send. */
  url(id: string): string {
    return `${this.config.publicUrl}${PATHS.adminInvitation}#${this.token(id)}`;
  }

  /** The token in the link's fragment. */
  token(id: string): string {
    return linkToken(id, this.secret(id));
  }

  /** The stored digest: SHA-256 of the secret. */
  digest(id: string): Buffer {
    return digestOf(this.secret(id));
  }

  /** The invitation's id in a token, genuine or not; undefined if the token is malformed. */
  idOf(token: string): string | undefined {
    return idInToken(token);
  }

  /** Verifies the secret of a well-formed token. */
  isGenuine(token: string, id: string, digest: Buffer): boolean {
    return isGenuineToken(token, digest, this.secrets, "administrator-invitation", id);
  }

  private secret(id: string): Buffer {
    return this.secrets.sign("administrator-invitation", id);
  }

  /** The link of a digest or alert. Its secret is in the fragment, which browsers never send. */
  mailUrl(what: OwnMailLink, id: string): string {
    return `${this.config.publicUrl}${PATHS.adminMails}#${what}-${this.mailToken(what, id)}`;
  }

  /** The address that a mail program calls to turn them off (RFC 8058): it opens no page, so the token is in its query. */
  oneClickUrl(id: string): string {
    return `${this.config.publicUrl}${API_PATHS.oneClickOff}?token=${this.mailToken("off", id)}`;
  }

  /** The token of such a link. */
  mailToken(what: OwnMailLink, id: string): string {
    return linkToken(id, this.secrets.sign("administrator-mail", signed(what, id)));
  }

  /** The id of its genuine token; undefined for any other. */
  mailIdOf(what: OwnMailLink, token: string): string | undefined {
    const id = idInToken(token);
    const secret = id === undefined ? undefined : secretInToken(token);
    if (id === undefined || secret === undefined) return undefined;
    return this.secrets.verify("administrator-mail", signed(what, id), secret) ? id : undefined;
  }
}
