import { until } from "./until.js";

/** A mail in the catcher's list. */
export interface CaughtMail {
  readonly id: string;
  readonly subject: string;
  readonly messageId: string;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly size: number }[];
}

const CALL_MS = 120_000;

/** Subject of a mail that brings the key to a booking or a brand's page. */
const KEY = /^The link to your (?:booking|listing), /;

/** Reads the mail catcher (simulators/README.md). */
export class Mailbox {
  constructor(readonly url: string) {}

  /** Mails to an address, newest first. */
  async to(address: string): Promise<CaughtMail[]> {
    return (await (await this.get(`?to=${encodeURIComponent(address)}`)).json()) as CaughtMail[];
  }

  /** Mails to an address besides keys, which come in mails of their own at any time after a sale; newest first. */
  async withoutKeys(address: string): Promise<CaughtMail[]> {
    return (await this.to(address)).filter(({ subject }) => !KEY.test(subject));
  }

  /** Mails to an address that bring a key, newest first. */
  async keys(address: string): Promise<CaughtMail[]> {
    return (await this.to(address)).filter(({ subject }) => KEY.test(subject));
  }

  /** All mails, newest first. */
  async all(): Promise<CaughtMail[]> {
    return (await (await this.get("")).json()) as CaughtMail[];
  }

  /** Waits until an address has exactly this many mails besides keys, and returns them. */
  waitFor(address: string, count: number): Promise<CaughtMail[]> {
    return until(`${count} mails to ${address}`, async () => {
      const mails = await this.withoutKeys(address);
      return mails.length === count && mails;
    });
  }

  /** Both parts of a mail's body. */
  async body(mail: CaughtMail): Promise<{ readonly html: string; readonly text: string }> {
    return (await (await this.get(`/${mail.id}`)).json()) as { html: string; text: string };
  }

  /** The first attachment of this type; by default the invoice. */
  async attachment(mail: CaughtMail, type = "application/pdf"): Promise<Buffer> {
    const index = mail.attachments.findIndex(({ contentType }) => contentType === type);
    return Buffer.from(await (await this.get(`/${mail.id}/attachments/${index}`)).arrayBuffer());
  }

  private async get(path: string): Promise<Response> {
    const response = await fetch(`${this.url}/api/messages${path}`, { signal: AbortSignal.timeout(CALL_MS) });
    if (!response.ok) throw new Error(`mail catcher ${path}: ${response.status}`);
    return response;
  }
}
