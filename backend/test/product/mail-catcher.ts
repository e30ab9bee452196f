/** A mail as the catcher lists it. */
export interface CaughtMail {
  readonly id: string;
  readonly subject: string;
  readonly messageId: string;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string }[];
}

/** Reads a mail catcher (simulators/README.md). */
export class MailCatcher {
  constructor(readonly url: string) {}

  /** Mails to an address, newest first. */
  async to(address: string): Promise<CaughtMail[]> {
    const answer = await this.get(`?to=${encodeURIComponent(address)}`);
    return (await answer.json()) as CaughtMail[];
  }

  /** What a mail says, as plain text. */
  async text(mail: CaughtMail): Promise<string> {
    const { text } = (await (await this.get(`/${mail.id}`)).json()) as { text: string };
    return text;
  }

  async attachment(mail: CaughtMail, index = 0): Promise<Buffer> {
    return Buffer.from(await (await this.get(`/${mail.id}/attachments/${index}`)).arrayBuffer());
  }

  private async get(path: string): Promise<Response> {
    const answer = await fetch(`${this.url}/api/messages${path}`, { signal: AbortSignal.timeout(120_000) });
    if (!answer.ok) throw new Error(`mail catcher ${path}: ${answer.status}`);
    return answer;
  }
}
