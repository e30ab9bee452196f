import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import nodemailer from "nodemailer";
import { Config } from "../platform/config/config.js";
import type { MailAttachment } from "./mail-attachments.service.js";
import type { RenderedMail } from "./mail.layout.js";

/** The domain of "Name <a@b>" or "a@b", for Message-IDs; "localhost" if there is none. */
export function domainOf(address: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(address)?.[1] ?? "localhost";
}

/** A mail to send over SMTP. */
export interface OutgoingMail {
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Defaults to the organisation. */
  readonly replyTo?: { readonly name: string; readonly address: string } | undefined;
  readonly createdAt: Date;
  /** Address that a mail program calls to end mails of this kind (RFC 8058), for those that can be ended. */
  readonly oneClickOff?: string;
  readonly content: RenderedMail;
  readonly attachments: readonly MailAttachment[];
}

/** The server did not accept a mail. The reason contains no address. */
export class MailRejected extends Error {
  constructor(
    /** False if a retry may succeed. */
    readonly permanent: boolean,
    /** Code and command, e.g. "550 RCPT TO". */
    readonly reason: string,
  ) {
    super(`Mail not sent: ${reason}`);
    this.name = "MailRejected";
  }
}

/** Timeout of each SMTP step, in ms. */
const STEP_MS = 10_000;

/** Sends mails over SMTP. */
@Injectable()
export class MailSender implements OnApplicationShutdown {
  private readonly transport;
  private readonly host: string;

  constructor(private readonly config: Config) {
    this.host = domainOf(config.mailFrom);
    this.transport = nodemailer.createTransport({
      url: config.smtpUrl,
      requireTLS: requiresTls(config.smtpUrl),
      pool: true,
      maxConnections: 4,
      maxMessages: 100,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      // No content of a mail may make nodemailer read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Sends one mail. Message-ID and date come from its row, so that a duplicate after a crash is the same message to its
   * reader.
   *
   * @throws MailRejected
   */
  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.config.mailFrom,
        to: { name: mail.to.name, address: mail.to.address },
        replyTo: mail.replyTo ?? this.config.operatorEmail,
        messageId: `<mail-${mail.id}@${this.host}>`,
        date: mail.createdAt,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(mail.oneClickOff === undefined
            ? {}
            : {
                "List-Unsubscribe": { prepared: true, value: `<${mail.oneClickOff}>` },
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }),
        },
        subject: mail.content.subject,
        text: mail.content.text,
        html: mail.content.html,
        attachments: [...mail.content.pictures, ...mail.attachments].map(
          ({ filename, bytes, contentType = "application/pdf", cid }) => ({
            ...{ filename, contentType, content: bytes },
            // In multipart/related with the HTML, so that no mail client lists it as a file.
            ...(cid === undefined ? {} : { cid, contentDisposition: "inline" as const }),
          }),
        ),
      });
    } catch (error) {
      throw rejectionOf(error);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/**
 * True if STARTTLS is mandatory: for smtp:// with a password, which an attacker could otherwise read by stripping the
 * server's offer of TLS. smtps:// starts with TLS.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, password } = new URL(smtpUrl);
  return protocol === "smtp:" && password !== "";
}

/**
 * Permanent only if the server rejects this recipient or message. A rejected login or sender is our own setting, and a
 * lost connection proves nothing: both are retried.
 */
function rejectionOf(error: unknown): MailRejected {
  const { code, command, responseCode } = smtpFields(error);
  const isAboutThisMail = command === "RCPT TO" || command === "DATA" || command === "API";
  const isRejected = responseCode === undefined ? code === "EENVELOPE" : responseCode >= 500;
  const parts = [responseCode ?? code ?? "unknown", command].filter((part) => part !== undefined);
  return new MailRejected(isRejected && isAboutThisMail, parts.join(" "));
}

function smtpFields(error: unknown): { code?: string; command?: string; responseCode?: number } {
  if (typeof error !== "object" || error === null) return {};
  const fields = error as Readonly<Record<"code" | "command" | "responseCode", unknown>>;
  return {
    ...(typeof fields.code === "string" ? { code: fields.code } : {}),
    ...(typeof fields.command === "string" ? { command: fields.command } : {}),
    ...(typeof fields.responseCode === "number" ? { responseCode: fields.responseCode } : {}),
  };
}
