import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Secrets } from "../platform/secrets/secrets.js";

/** How long a browser stays known after a login, in seconds: half a year. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;

/** Its id, when it was issued in seconds since 1970, and the signature. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

/**
 * Remembers that a browser has logged in to an account, by a signed token of that account in a cookie (OWASP's "device
 * cookies"). It proves nothing else: a known browser still needs the password and the code; it only does not wait for
 * what others got wrong, and its own failures are counted by itself.
 */
@Injectable()
export class KnownBrowsers {
  constructor(private readonly secrets: Secrets) {}

  /** The end of the cookie's name for an account: several people may log in with one browser. */
  cookieSuffix(username: string): string {
    return this.secrets.digest("known-browser", `cookie ${username.toLowerCase()}`).slice(0, 11);
  }

  /** A token for a browser that has just logged in. @param now in milliseconds since 1970 */
  token(username: string, now = Date.now()): string {
    const said = `${randomBytes(16).toString("base64url")}.${Math.floor(now / 1000)}`;
    return `${said}.${this.secrets.digest("known-browser", subject(username, said))}`;
  }

  /** The browser's id by its token; undefined for a forged or old one, or another account's. */
  idOf(username: string, token: string | undefined, now = Date.now()): string | undefined {
    const [, id, issued, signature] = TOKEN.exec(token ?? "") ?? [];
    if (id === undefined || issued === undefined || signature === undefined) return undefined;
    const old = now / 1000 - Number(issued) > KNOWN_BROWSER_SECONDS;
    const genuine = this.secrets.verify(
      "known-browser",
      subject(username, `${id}.${issued}`),
      Buffer.from(signature, "base64url"),
    );
    return genuine && !old ? id : undefined;
  }
}

const subject = (username: string, said: string): string => `token ${username.toLowerCase()} ${said}`;
