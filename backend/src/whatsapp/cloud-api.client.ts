import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { type WhatsappProblem, whatsappProblem } from "@sakhi/domain/whatsapp/whatsapp-errors";
import type { TemplateDefinition } from "@sakhi/domain/whatsapp/whatsapp.bodies";
import { registeredName, type WhatsappTemplate } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { Config } from "../platform/config/config.js";
import type { WhatsappSettings } from "../platform/config/whatsapp-settings.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";

/** Timeout of a response including its body, in ms. */
const TIMEOUT_MS = 8_000;
/** Longest body that is read, in characters; a page of a hundred templates takes about 150 kB. */
const MAX_BODY = 1_000_000;
/** Most pages of templates that are read. */
const MAX_PAGES = 50;

/** Meta's response: what it returned, or why it returned nothing. */
export type CloudResponse<T> = { readonly value: T } | { readonly problem: WhatsappProblem };

/** A message to one number. */
export interface OutgoingWhatsapp {
  /** Comes back with every report about the message. */
  readonly id: string;
  /** Ten digits, in India. */
  readonly phone: string;
  readonly template: WhatsappTemplate;
  readonly language: LanguageCode;
  readonly parameters: readonly string[];
}

/** A template as Meta lists it. */
export interface ListedTemplate {
  readonly name: string;
  readonly language: string;
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED … */
  readonly status: string;
  readonly category: string;
  /** Meta's reason; absent or NONE without one. */
  readonly rejectedReason: string | undefined;
  readonly body: string | undefined;
}

/**
 * HTTP client of Meta's Cloud API (graph.facebook.com). Never throws, and keeps of an error its code only: Meta's own words may
 * quote a number. The token is in a header, never in an address.
 */
@Injectable()
export class CloudApiClient {
  constructor(private readonly config: Config) {}

  /** Sends a template. @returns Meta's id of the message */
  async send({ id, phone, template, language, parameters }: OutgoingWhatsapp): Promise<CloudResponse<string>> {
    const body = {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: `91${phone}`,
      type: "template",
      template: {
        name: registeredName(template),
        language: { policy: "deterministic", code: language },
        components: [{ type: "body", parameters: parameters.map((text) => ({ type: "text", text })) }],
      },
      biz_opaque_callback_data: id,
    };
    const response = await this.call("POST", `${this.settings.phoneNumberId}/messages`, body);
    if ("problem" in response) return response;
    const [message] = listOf(fieldsOf(response.value)["messages"]);
    const wamid = fieldsOf(message)["id"];
    // Accepted all the same: its webhook names our id.
    return { value: typeof wamid === "string" && wamid.length <= 300 ? wamid : "" };
  }

  /** All templates of the account. */
  async templates(): Promise<CloudResponse<ListedTemplate[]>> {
    const found: ListedTemplate[] = [];
    const fields = "name,language,status,category,rejected_reason,components";
    let after = "";
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ fields, limit: "100", ...(after === "" ? {} : { after }) });
      const response = await this.call("GET", `${this.settings.accountId}/message_templates?${query.toString()}`);
      if ("problem" in response) return response;
      const { data, paging } = fieldsOf(response.value);
      found.push(...listOf(data).map(listed));
      const next = fieldsOf(fieldsOf(paging)["cursors"])["after"];
      if (typeof next !== "string" || fieldsOf(paging)["next"] === undefined) break;
      after = next;
    }
    return { value: found };
  }

  /** Registers a template. @returns its state, usually PENDING */
  async register(definition: TemplateDefinition): Promise<CloudResponse<string>> {
    const response = await this.call("POST", `${this.settings.accountId}/message_templates`, definition);
    if ("problem" in response) return response;
    const { status } = fieldsOf(response.value);
    return { value: typeof status === "string" ? status : "PENDING" };
  }

  private get settings(): WhatsappSettings {
    const { whatsapp } = this.config;
    if (whatsapp === undefined) throw new Error("WhatsApp is off");
    return whatsapp;
  }

  private async call(method: "GET" | "POST", path: string, body?: object): Promise<CloudResponse<unknown>> {
    const { baseUrl, version, token } = this.settings;
    try {
      const response = await fetch(`${baseUrl}/${version}/${path}`, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A followed redirect would show our token to another host.
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const answer = text.length > MAX_BODY ? undefined : parsed(text);
      if (response.ok && answer !== undefined) return { value: answer };
      const { code } = fieldsOf(fieldsOf(answer)["error"]);
      const known = typeof code === "number" && Number.isInteger(code) ? code : undefined;
      // What is no answer of Meta's says nothing about the message.
      return { problem: whatsappProblem(known, response.ok ? 502 : response.status) };
    } catch (error) {
      return { problem: { code: null, words: `Meta did not answer: ${outsideFailure(error)}`, temporary: true } };
    }
  }
}

function listed(value: unknown): ListedTemplate {
  const { name, language, status, category, rejected_reason: reason, components } = fieldsOf(value);
  const text = (each: unknown): string => (typeof each === "string" ? each : "");
  const body = listOf(components)
    .map(fieldsOf)
    .find(({ type }) => text(type).toUpperCase() === "BODY");
  return {
    ...{ name: text(name), language: text(language), status: text(status), category: text(category) },
    rejectedReason: text(reason) === "" ? undefined : text(reason),
    body: body === undefined ? undefined : text(body["text"]),
  };
}

/** @returns undefined if the text is not JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object's fields; empty for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** An array's elements; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
