import { Injectable } from "@nestjs/common";
import type { EnquiryStatus } from "@sakhi/domain/admin/enquiries";
import type { EnquiryKind, Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** An enquiry as the organisation reads it. Times UTC. */
export interface ReadEnquiry {
  readonly id: string;
  readonly kind: EnquiryKind;
  readonly status: EnquiryStatus;
  readonly suspicion: Suspicion | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly isMember: boolean | null;
  readonly subject: string | null;
  readonly message: string;
  readonly timesSent: number;
  readonly createdAt: Date;
  readonly letThroughAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
  readonly answerNote: string | null;
}

const STATUS = `CASE WHEN state = 'quarantined' THEN 'quarantined' WHEN answered_at IS NULL THEN 'open'
  ELSE 'answered' END`;

const COLUMNS = `id, kind, ${STATUS} AS status, suspicion, first_name AS "firstName", last_name AS "lastName",
  email, phone, company, is_member AS "isMember", subject, message, times_sent AS "timesSent",
  created_at AS "createdAt", let_through_at AS "letThroughAt", answered_at AS "answeredAt",
  answered_by AS "answeredBy", answer_note AS "answerNote"`;

const WHERE = `($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR ${STATUS} = $2)`;

/** Enquiries as the organisation reads and answers them. */
@Injectable()
export class EnquiriesReading {
  constructor(private readonly database: Database) {}

  /** Newest first, with how many there are in all. */
  async page(question: {
    readonly kind?: EnquiryKind | undefined;
    readonly status?: EnquiryStatus | undefined;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly enquiries: ReadEnquiry[]; readonly total: number }> {
    const filter = [question.kind ?? null, question.status ?? null];
    const enquiries = await this.database.query<ReadEnquiry>(
      `SELECT ${COLUMNS} FROM enquiries WHERE ${WHERE} ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
      [...filter, question.limit, question.offset],
    );
    const [counted] = await this.database.query<{ count: string }>(
      `SELECT count(*) FROM enquiries WHERE ${WHERE}`,
      filter,
    );
    return { enquiries, total: Number(counted?.count ?? 0) };
  }

  async find(id: string, tx?: Tx): Promise<ReadEnquiry | undefined> {
    const sql = `SELECT ${COLUMNS} FROM enquiries WHERE id = $1`;
    const found =
      tx === undefined
        ? await this.database.query<ReadEnquiry>(sql, [id])
        : await rows<ReadEnquiry>(tx, sql, [id]);
    return found[0];
  }

  /** Marks an open enquiry as answered. @returns false where it is not open */
  async answered(tx: Tx, id: string, by: string, note: string | undefined): Promise<boolean> {
    const marked = await rows(
      tx,
      `UPDATE enquiries SET answered_at = clock_timestamp(), answered_by = $2, answer_note = $3
        WHERE id = $1 AND state = 'received' AND answered_at IS NULL RETURNING id`,
      [id, by, note ?? null],
    );
    return marked.length > 0;
  }
}
