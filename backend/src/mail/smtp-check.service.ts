import { Injectable } from "@nestjs/common";
import nodemailer from "nodemailer";
import { Config } from "../platform/config/config.js";
import { requiresTls } from "./mail.sender.js";

/** Timeout of each step, in ms. */
const STEP_MS = 5_000;

/** Checks the mail server without sending. */
@Injectable()
export class SmtpCheckService {
  constructor(private readonly config: Config) {}

  /** Connects and logs in. @returns undefined, or a short code such as ECONNREFUSED */
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
      const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
      return typeof code === "string" ? code : "unknown";
    } finally {
      transport.close();
    }
  }
}
