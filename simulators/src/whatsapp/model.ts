/** What the WhatsApp simulator keeps, and the shapes of Meta's Cloud API. */
import { createHmac, randomBytes } from "node:crypto";

export type TemplateStatus = "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";

export interface Template {
  id: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  rejected_reason: string;
  components: { type: string; text?: string; [more: string]: unknown }[];
}

export type ReportStatus = "sent" | "delivered" | "read" | "failed";
export const REPORT_STATUSES = ["sent", "delivered", "read", "failed"] as const;

/** An accepted message. */
export interface Message {
  id: string;
  /** With the country's code, without a plus. */
  to: string;
  template: string;
  parameters: string[];
  /** The text as its reader sees it. */
  text: string;
  /** The sender's own id, which comes back with each report. */
  callbackData?: string;
  /** Epoch ms. */
  acceptedAt: number;
}

/** How reports are sent. */
export interface WebhookControls {
  /** Reports that follow an accepted message, in this order. */
  reports: ReportStatus[];
  /** Additional identical calls of each report. */
  duplicates: number;
  /** The last report first. */
  reorder: boolean;
  /** Nothing is sent. */
  drop: boolean;
  /** Where reports go; none without it. */
  url?: string;
  /** Meta's category and whether it charges, in reports of sent and delivered. */
  category: string;
  billable: boolean;
}

export const DEFAULT_CONTROLS: Readonly<WebhookControls> = {
  reports: ["sent", "delivered"],
  duplicates: 0,
  reorder: false,
  drop: false,
  category: "utility",
  billable: true,
};

/**
 * - `error`: refused with this status and code, nothing done
 * - `timeout`: done, but no response
 * - `lostAnswer`: done, then the connection is cut
 */
export const FAULT_KINDS = ["error", "timeout", "lostAnswer"] as const;
export interface Fault {
  endpoint: "messages" | "templates";
  kind: (typeof FAULT_KINDS)[number];
  /** Of `error`. */
  status?: number;
  code?: number;
  /** Requests to affect. */
  times: number;
}

/** Meta's ids of messages contain the number, as here. */
export const newMessageId = (to: string): string =>
  `wamid.${Buffer.concat([Buffer.from(`\u001D\u000B${to}`), randomBytes(16)]).toString("base64")}`;

/** The header of a webhook. */
export const signature = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Meta's error of a code. */
export function metaError(code: number, message: string) {
  return { error: { message: `(#${code}) ${message}`, type: "OAuthException", code, fbtrace_id: "A-simulated-trace" } };
}

const bodyOf = ({ components }: Template): string =>
  components.find(({ type }) => type.toUpperCase() === "BODY")?.text ?? "";

/** The body of a template with its parameters filled in. */
export function filled(template: Template, parameters: readonly string[]): string {
  return bodyOf(template).replaceAll(/\{\{(\d+)\}\}/g, (_, number: string) => parameters[Number(number) - 1] ?? "");
}

/** Number of variables in the body of a template. */
export const variablesOf = (template: Template): number => new Set(bodyOf(template).match(/\{\{\d+\}\}/g) ?? []).size;
