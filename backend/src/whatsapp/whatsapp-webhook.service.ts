import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { whatsappProblem } from "@sakhi/domain/whatsapp/whatsapp-errors";
import { stateAfter, type WhatsappState } from "@sakhi/domain/whatsapp/whatsapp.rules";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { WhatsappConsentsService } from "./whatsapp-consents.service.js";
import { eventsIn, isSameSecret, isSigned, type WhatsappReport } from "./whatsapp-webhook.js";

/** A challenge of Meta, as it is sent back. */
const CHALLENGE = /^[\w.-]{1,200}$/;

interface Reported {
  readonly id: string;
  readonly state: WhatsappState;
  readonly costHundredths: number;
}

const LOCK = `
  SELECT id, state, cost_hundredths AS "costHundredths" FROM whatsapp_messages
   WHERE provider_id = :providerId OR (id = :messageId::uuid AND provider_id IS NULL)
   ORDER BY provider_id NULLS LAST LIMIT 1 FOR UPDATE`;
const RECORD = `
  UPDATE whatsapp_messages
     SET state = :state, provider_id = coalesce(provider_id, :providerId),
         sent_at = CASE WHEN :reached THEN coalesce(sent_at, :at) ELSE sent_at END,
         delivered_at = CASE WHEN :reported IN ('delivered', 'read') THEN coalesce(delivered_at, :at) ELSE delivered_at END,
         read_at = CASE WHEN :reported = 'read' THEN coalesce(read_at, :at) ELSE read_at END,
         ended_at = CASE WHEN :state IN ('failed', 'skipped') THEN coalesce(ended_at, clock_timestamp()) END,
         problem = CASE WHEN :state IN ('failed', 'skipped') THEN coalesce(:problem, problem) END,
         problem_code = CASE WHEN :state IN ('failed', 'skipped') THEN coalesce(:code, problem_code) END,
         category = coalesce(:category, category), cost_hundredths = :cost
   WHERE id = :id`;

/** Delivery, reading and stop words, as Meta's webhook reports them. Repeated and late calls change nothing. */
@Injectable()
export class WhatsappWebhookService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly consents: WhatsappConsentsService,
  ) {}

  /**
   * Answers Meta's question whether the address is ours.
   *
   * @returns the challenge
   * @throws DomainError not_found while WhatsApp is off; report_refused for another secret
   */
  challenge(mode: unknown, token: unknown, challenge: unknown): string {
    const { verifyToken } = this.settings;
    const isOurs = mode === "subscribe" && typeof token === "string" && isSameSecret(token, verifyToken);
    if (!isOurs || typeof challenge !== "string" || !CHALLENGE.test(challenge)) throw new DomainError("report_refused");
    return challenge;
  }

  /** @throws DomainError not_found while WhatsApp is off; report_refused without a valid signature */
  async receive(rawBody: Buffer | undefined, signature: unknown): Promise<void> {
    const { appSecret, phoneNumberId } = this.settings;
    if (rawBody === undefined || !isSigned(appSecret, rawBody, signature)) throw new DomainError("report_refused");
    const { reports, stops } = eventsIn(rawBody, phoneNumberId, new Date());
    for (const phone of new Set(stops)) await this.database.transaction((tx) => this.consents.stop(tx, phone));
    for (const report of reports) await this.database.transaction((tx) => this.record(tx, report));
  }

  /** Nothing for messages that are not ours, or erased. */
  private async record(tx: Tx, report: WhatsappReport): Promise<void> {
    const { providerId, messageId, state: reported, at, errorCode, billable } = report;
    const [message] = await rows<Reported>(tx, LOCK, { providerId, messageId: messageId ?? null });
    if (message === undefined) return;
    const { id } = message;
    const state = stateAfter(message.state, reported);
    const { words, code } = whatsappProblem(errorCode);
    const isFailure = state === "failed" && reported === "failed";
    await rows(tx, RECORD, {
      ...{ id, state, reported, providerId, at, category: report.category ?? null },
      reached: state === "sent" || state === "delivered" || state === "read",
      problem: isFailure ? words : null,
      code: isFailure ? code : null,
      cost: state === "failed" || billable === false ? 0 : this.costOf(report, message),
    });
  }

  /** Meta's category may differ from ours, and its price with it. */
  private costOf({ category }: WhatsappReport, { costHundredths }: Reported): number {
    return category === undefined ? costHundredths : (this.settings.prices[category] ?? costHundredths);
  }

  private get settings() {
    const { whatsapp } = this.config;
    if (whatsapp === undefined) throw new DomainError("not_found");
    return whatsapp;
  }
}
