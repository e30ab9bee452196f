import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { seal, Secrets, unseal } from "../platform/secrets/secrets.js";
import type { WebhookEndpointEntity } from "./integrations.entities.js";

const PREFIX = "whsec_";
/** 192 bits, as the Standard Webhooks specification recommends (24 to 64 bytes). */
const SECRET_BYTES = 24;

/** The secrets that sign deliveries: sealed in the database, shown once. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** @returns a new secret as it is stored */
  make(endpointId: string): string {
    return seal(this.keys, endpointId, PREFIX + randomBytes(SECRET_BYTES).toString("base64"));
  }

  /** A secret as it is shown when it was made. */
  shown({ id, secret }: Pick<WebhookEndpointEntity, "id" | "secret">): string | undefined {
    return unseal(this.keys, id, secret)?.text;
  }

  /**
   * The keys that sign now, the current one first; none if COOKIE_SECRET was replaced without COOKIE_SECRET_PREVIOUS.
   *
   * @param at the database's clock
   */
  keysOf(
    {
      id,
      secret,
      previousSecret,
      previousUntil,
    }: Pick<WebhookEndpointEntity, "id" | "secret" | "previousSecret" | "previousUntil">,
    at: Date,
  ): readonly Buffer[] {
    const previous = previousSecret !== null && previousUntil !== null && previousUntil > at ? [previousSecret] : [];
    const [current, ...others] = [secret, ...previous].map((sealed) => unseal(this.keys, id, sealed)?.text);
    if (current === undefined) return [];
    return [current, ...others].flatMap((text) =>
      text === undefined ? [] : [Buffer.from(text.slice(PREFIX.length), "base64")],
    );
  }

  /** A secret that the previous COOKIE_SECRET sealed, sealed by the current one; undefined if it is already. */
  resealed({ id, secret }: Pick<WebhookEndpointEntity, "id" | "secret">): string | undefined {
    const opened = unseal(this.keys, id, secret);
    return opened?.old === true ? seal(this.keys, id, opened.text) : undefined;
  }

  private get keys(): readonly Buffer[] {
    return this.secrets.derivedKeys("webhook-secret");
  }
}
