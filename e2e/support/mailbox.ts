import { expect } from "@playwright/test";
import type { Product } from "./product.js";

interface MailSummary {
  readonly id: string;
  readonly subject: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
  }[];
}

async function get(product: Product, path: string): Promise<Response> {
  const answer = await fetch(`${product.mail}/api/messages${path}`, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`mail catcher ${path}: ${answer.status}`);
  return answer;
}

/** Mails to an address, newest first. */
export async function mailsTo(product: Product, to: string): Promise<MailSummary[]> {
  return (await (await get(product, `?to=${encodeURIComponent(to)}`)).json()) as MailSummary[];
}

/** Waits until exactly this many mails have come to an address, and gives them. */
export async function waitForMails(product: Product, to: string, count: number): Promise<MailSummary[]> {
  await expect.poll(async () => (await mailsTo(product, to)).length, { timeout: 180_000 }).toBe(count);
  return mailsTo(product, to);
}

/** The bytes of a mail's first attachment. */
export async function firstAttachment(product: Product, mail: MailSummary): Promise<Buffer> {
  return Buffer.from(await (await get(product, `/${mail.id}/attachments/0`)).arrayBuffer());
}

/** Both parts of a mail's body. */
export async function mailBody(product: Product, mail: MailSummary): Promise<{ html: string; text: string }> {
  return (await (await get(product, `/${mail.id}`)).json()) as { html: string; text: string };
}
