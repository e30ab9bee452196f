import { Injectable } from "@nestjs/common";
import nodemailer from "nodemailer";
import { Config } from "../platform/config/config.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";
import { requiresTls } from "./mail.sender.js";

/** Timeout of each step, in ms. */
const STEP_MS = 5_000;

/** Checks the mail server without sending. */
@Injectable()
export class SmtpCheckService {
  constructor(private readonly config: Config) {}

  /** Connects and logs in. @returns undefined; EAUTH if the login is refused, ETLS without encryption, else the cause in words */
  async problem(): Promise<string | undefined> {
    const transport = nodemailer.createTransport({
      url: this.config.smtpUrl,
      requireTLS: requiresTls(this.config.smtpUrl),
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
    });
    try {
      await transport.verify();
      return undefined;
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      return code === "EAUTH" || code === "ETLS" ? code : outsideFailure(error);
    } finally {
      transport.close();
    }
  }
}
