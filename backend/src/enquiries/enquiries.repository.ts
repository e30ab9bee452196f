import { Injectable } from "@nestjs/common";
import { SAME_ENQUIRY_HOURS } from "@sakhi/domain/enquiries/enquiry.rules";
import type { EnquiryKind, EnquiryState, Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** What a person typed, in the columns it is kept in. */
export interface EnquiryText {
  readonly kind: EnquiryKind;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly is_member: boolean | null;
  readonly subject: string | null;
  readonly message: string;
}

/** An enquiry as it stands in the table. */
export interface EnquiryRow extends EnquiryText {
  readonly id: string;
  readonly state: EnquiryState;
}

const COLUMNS = `id, state, kind, first_name, last_name, email, phone, company, is_member, subject, message`;

/** The enquiries table. */
@Injectable()
export class EnquiriesRepository {
  /**
   * The newest enquiry of these very words within the last day, if there is one. Until `tx` ends nobody else can
   * ask for or write the same words, so two clicks at the same moment are two calls one after the other.
   */
  async sentBefore(tx: Tx, digest: string): Promise<EnquiryRow | undefined> {
    // A statement of its own: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`enquiry ${digest}`]);
    const [found] = await rows<EnquiryRow>(
      tx,
      `SELECT ${COLUMNS} FROM enquiries
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2)
        ORDER BY created_at DESC LIMIT 1`,
      [digest, SAME_ENQUIRY_HOURS],
    );
    return found;
  }

  /** @param suspicion why it is kept aside; undefined where nothing speaks against it */
  async insert(
    tx: Tx,
    text: EnquiryText,
    digest: string,
    suspicion: Suspicion | undefined,
  ): Promise<EnquiryRow> {
    const state: EnquiryState = suspicion === undefined ? "received" : "quarantined";
    const [written] = await rows<EnquiryRow>(
      tx,
      `INSERT INTO enquiries (kind, first_name, last_name, email, phone, company, is_member, subject, message,
         digest, suspicion, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`,
      [
        text.kind,
        text.first_name,
        text.last_name,
        text.email,
        text.phone,
        text.company,
        text.is_member,
        text.subject,
        text.message,
        digest,
        suspicion ?? null,
        state,
      ],
    );
    if (written === undefined) throw new Error("The enquiry was not written down.");
    return written;
  }

  async countAgain(tx: Tx, id: string): Promise<void> {
    await tx.query("UPDATE enquiries SET times_sent = times_sent + 1 WHERE id = $1", [id]);
  }

  /** Receives what was kept aside. Returns it, or undefined where there is no such enquiry aside. */
  async letThrough(tx: Tx, id: string): Promise<EnquiryRow | undefined> {
    const [through] = await rows<EnquiryRow>(
      tx,
      `UPDATE enquiries SET state = 'received', let_through_at = clock_timestamp()
        WHERE id = $1 AND state = 'quarantined' RETURNING ${COLUMNS}`,
      [id],
    );
    return through;
  }
}
