import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { type Audience, isMeant } from "@sakhi/domain/messages/message.rules";
import { arePapersOpen, missingPapers, papersDue } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { StoredEvent } from "../events/event-facts.service.js";
import type { MailData } from "../mail/mail.types.js";
import { type Answers, ANSWERS, type MissingPapers } from "../mail/missing-papers.sql.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";

/** The holder of a sold stall. */
export interface Holder {
  readonly bookingId: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly name: string;
  readonly businessName: string;
  readonly email: string;
  readonly orderId: string | null;
  /** Of her mails. */
  readonly language: LanguageCode;
  /** Papers that she can still give. */
  readonly missing: MissingPapers | undefined;
  /** Whether the gate has let her in, on any day. */
  readonly arrived: boolean;
}

type HolderRow = Omit<Holder, "missing"> & { readonly answers: Answers; readonly at: Date };

/** Sold, and reachable. */
const HOLDERS = `
  SELECT b.id AS "bookingId", s.stall_id AS "stallId", s.type AS "stallType", coalesce(b.full_name, '') AS name,
         coalesce(b.business_name, '') AS "businessName", b.email, b.order_id AS "orderId", b.language,
         clock_timestamp() AS at,
         ${ANSWERS} AS answers,
         EXISTS (SELECT FROM gate_ticks t WHERE t.booking_id = b.id AND t.undone_at IS NULL) AS arrived
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE b.state = 'sold' AND b.email IS NOT NULL AND b.erased_at IS NULL`;
const OF_EVENT = `${HOLDERS} AND s.event_id = :eventId ${BY_NUMBER}`;
/** Waits for a cancellation that is under way; one that follows waits for us. */
const ONE = `${HOLDERS} AND s.event_id = :eventId AND b.id = :bookingId FOR SHARE OF b`;

/** The part of an event that decides who lacks what. */
export type EventOfHolders = Pick<StoredEvent, "event" | "status" | "questions">;

/** Who holds the sold stalls of an event, and which of them a message is for. */
@Injectable()
export class HoldersService {
  constructor(private readonly database: Database) {}

  /** The holders of an event's sold stalls, by number. @param tx read in this transaction */
  async all(stored: EventOfHolders, tx?: Tx): Promise<Holder[]> {
    const values = { eventId: stored.event.id };
    const found = await (tx === undefined
      ? this.database.query<HolderRow>(OF_EVENT, values)
      : rows<HolderRow>(tx, OF_EVENT, values));
    return found.map((row) => holderOf(row, stored));
  }

  /** Those that a message is for. */
  async meant(stored: EventOfHolders, audience: Audience, tx?: Tx): Promise<Holder[]> {
    return (await this.all(stored, tx)).filter((holder) => isFor(audience, holder));
  }

  /** The holder of a booking if a message is still for her; her booking stays as it is until `tx` ends. */
  async lock(tx: Tx, stored: EventOfHolders, audience: Audience, bookingId: string): Promise<Holder | undefined> {
    const [row] = await rows<HolderRow>(tx, ONE, { eventId: stored.event.id, bookingId });
    if (row === undefined) return undefined;
    const holder = holderOf(row, stored);
    return isFor(audience, holder) ? holder : undefined;
  }
}

const isFor = (audience: Audience, holder: Holder): boolean =>
  isMeant(audience, { ...holder, lacksPapers: holder.missing !== undefined });

function holderOf({ answers, at, ...holder }: HolderRow, { event, status, questions }: EventOfHolders): Holder {
  const missing = arePapersOpen(event, status, at)
    ? missingPapers(questions, holder.stallType, answers).map(({ label }) => label)
    : [];
  return {
    ...holder,
    missing: missing.length === 0 ? undefined : { papers: missing, until: papersDue(event).toISOString() },
  };
}

/** What a holder's mail is made of. */
export function messageFor(
  { name, businessName, stallId, orderId }: Pick<Holder, "name" | "businessName" | "stallId" | "orderId">,
  { subject, text, fileIds = [] }: Pick<MailData["holder-message"], "subject" | "text" | "fileIds">,
): MailData["holder-message"] {
  return {
    ...{ name, stallId, brandName: businessName === "" ? name : businessName, subject, text },
    ...(orderId === null ? {} : { orderId }),
    ...(fileIds.length === 0 ? {} : { fileIds }),
  };
}

/** The mail of a message to a holder: one ever, also after a restore (decision 50). */
export const messageKey = (messageId: string, bookingId: string): string => `message/${messageId}/${bookingId}`;
