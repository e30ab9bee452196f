import { Injectable } from "@nestjs/common";
import { PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";

/** Links with which an administrator chooses a password. The database stores a digest; the secret is in the mail only. */
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
}
