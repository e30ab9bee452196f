import { setTimeout as pause } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { AttemptsRepository } from "./attempts.repository.js";
import type { AttemptRow } from "./attempts.repository.js";

/** How often a waiting caller looks, in milliseconds. */
const CHECK_MS = 100;

/** Attempts to open an order, as those who start or await one see them. */
@Injectable()
export class PaymentAttempts {
  constructor(private readonly attempts: AttemptsRepository) {}

  newest(orderId: string): Promise<AttemptRow | undefined> {
    return this.attempts.newest(orderId);
  }

  /**
   * Waits while somebody else is asking the provider, and answers the newest attempt once it is answered; still
   * `creating` when that takes longer than `limitMs` or whoever asked seems to be gone.
   */
  async answered(orderId: string, limitMs: number): Promise<AttemptRow | undefined> {
    const until = Date.now() + limitMs;
    for (;;) {
      const attempt = await this.attempts.newest(orderId);
      const waiting = attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS;
      if (!waiting || Date.now() >= until) return attempt;
      await pause(CHECK_MS);
    }
  }

  /** Orders whose opening has been without an answer for too long. */
  unanswered(limit: number): Promise<string[]> {
    return this.attempts.unansweredFor(UNKNOWN_ATTEMPT_MS, limit);
  }
}
