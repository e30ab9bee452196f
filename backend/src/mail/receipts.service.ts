import { receiptCorrection } from "@sakhi/domain/bookings/my-booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { LinkPurpose } from "./mail.entities.js";
import type { MailTemplate } from "./mail.types.js";
import type { MissingPapers } from "./missing-papers.sql.js";

/** Where the confirmation of what a browser has just paid for was sent. */
export interface Receipt {
  readonly email: string;
  /** `queued`: on its way; `failed`: it could not be delivered. */
  readonly mail: "queued" | "sent" | "failed";
  /** The address can still be corrected here. */
  readonly correctable: boolean;
  /** What is still asked of who paid, and until when; absent if nothing is. */
  readonly missing?: MissingPapers;
  /** The code of its ticket, if it has one. */
  readonly ticket?: string;
}

/** What was paid for. */
export interface ReceiptKind {
  /** What its mailed links open. */
  readonly purpose: LinkPurpose;
  /** The mail that confirms the payment. */
  readonly template: MailTemplate;
  /** The column of `mails` that says what it is about. */
  readonly about: "booking_id" | "application_id";
  /** Statement: id and email of what order `$1` paid for within the last day, if the browser of visitor `$2` did. */
  readonly paid: string;
}

interface ReceiptRow {
  readonly id: string;
  readonly email: string;
  readonly mail: Receipt["mail"];
  readonly opened: boolean;
}

/**
 * What the browser that has just paid sees of its mail: it has no link yet, and a mistyped address would lose papers and link
 * at once.
 */
export abstract class ReceiptsService {
  private readonly statement: string;

  protected constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly kind: ReceiptKind,
  ) {
    // A link that came by WhatsApp says nothing about the address.
    this.statement = `
      SELECT paid.id, paid.email,
             coalesce((SELECT CASE m.state WHEN 'sending' THEN 'queued' ELSE m.state END FROM mails m
                        WHERE m.${kind.about} = paid.id AND m.template = '${kind.template}'
                        ORDER BY m.created_at DESC LIMIT 1), 'queued') AS mail,
             EXISTS (SELECT FROM mailed_links l
                      WHERE l.purpose = '${kind.purpose}' AND l.subject_id = paid.id AND l.opened_at IS NOT NULL
                        AND l.mail_id IS NOT NULL) AS opened
        FROM (${kind.paid}) paid`;
  }

  /** What a correction counts for. */
  protected abstract uses(id: string, email: string, visitor: Visitor): readonly RateUse[];
  /** What is still asked of who paid for `id`; undefined if nothing is. */
  protected abstract missing(id: string): Promise<MissingPapers | undefined>;
  /** The code of the ticket of `id`; undefined if it has none. */
  protected ticket?(id: string): Promise<string | undefined>;
  /** Locks what was paid for. @returns what corrects its address and sends its mails there */
  protected abstract lock(tx: Tx, id: string): Promise<(email: string) => Promise<void>>;

  /** @returns null unless this browser paid the order within the last day */
  async read(orderId: string, visitor: Visitor): Promise<Receipt | null> {
    const receipt = await this.find(orderId, visitor);
    if (receipt === undefined) return null;
    const { id, email, mail, opened } = receipt;
    const [missing, ticket] = await Promise.all([this.missing(id), this.ticket?.(id)]);
    const correctable = receiptCorrection({ opened }) === "allowed";
    return {
      ...{ email, mail, correctable },
      ...(missing === undefined ? {} : { missing }),
      ...(ticket === undefined ? {} : { ticket }),
    };
  }

  /**
   * Corrects the address and sends the mails of the payment there. Links of mails to the former address end: it may be a
   * stranger's.
   *
   * @throws DomainError booking_link_invalid or brand_link_invalid for another browser's order, or a day after the payment;
   *   receipt_opened once a link of our mails was opened; nothing_to_correct
   * @throws HttpError rate_limited; proof_required with the challenge
   */
  async correctEmail(
    { orderId, email }: { readonly orderId: string; readonly email: string },
    visitor: Visitor,
  ): Promise<Receipt | null> {
    const { id } = await this.require(orderId, visitor);
    const undo = await this.limits.use(...this.uses(id, email, visitor));
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, orderId, email, visitor));
    } catch (error) {
      await undo();
      throw error;
    }
    return this.read(orderId, visitor);
  }

  private async correctInTx(tx: Tx, orderId: string, email: string, visitor: Visitor): Promise<void> {
    const { id } = await this.require(orderId, visitor, tx);
    const correct = await this.lock(tx, id);
    // Read again under the lock.
    const receipt = await this.require(orderId, visitor, tx);
    const verdict = receiptCorrection(receipt);
    if (verdict !== "allowed") throw new DomainError(verdict);
    if (receipt.email === email) throw new DomainError("nothing_to_correct");
    await correct(email);
  }

  private async require(orderId: string, visitor: Visitor, tx?: Tx): Promise<ReceiptRow> {
    const receipt = await this.find(orderId, visitor, tx);
    if (receipt === undefined) throw new DomainError(`${this.kind.purpose}_link_invalid`);
    return receipt;
  }

  private async find(orderId: string, { id: visitorId }: Visitor, tx?: Tx): Promise<ReceiptRow | undefined> {
    if (visitorId === undefined) return undefined;
    const [found] = await (tx === undefined
      ? this.database.query<ReceiptRow>(this.statement, [orderId, visitorId])
      : rows<ReceiptRow>(tx, this.statement, [orderId, visitorId]));
    return found;
  }
}
