import { Injectable } from "@nestjs/common";
import { UNSENT_WHATSAPP_STATES, whatsappRupees } from "@sakhi/domain/whatsapp/whatsapp.rules";
import { Config } from "../platform/config/config.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { toResponse } from "../platform/http/list-response.js";
import { WhatsappMessageEntity } from "./whatsapp.entities.js";
import type { WhatsappCountsResponse, WhatsappFiguresResponse, WhatsappMessageResponse } from "./whatsapp.response.js";

const ABOUT = (column: "booking_id" | "application_id"): string =>
  `SELECT ${columnsOf(WhatsappMessageEntity)} FROM whatsapp_messages WHERE ${column} = :id ORDER BY created_at, id`;

const INDIAN = (column: string): string => `(${column} AT TIME ZONE 'Asia/Kolkata')::date`;
const TODAY = INDIAN("clock_timestamp()");
/** Of messages made since the first of the month in India. */
const COUNTS = `
  SELECT ${INDIAN("created_at")} = ${TODAY} AS today, count(*) FILTER (WHERE sent_at IS NOT NULL AND state <> 'failed')::int AS sent,
         count(*) FILTER (WHERE delivered_at IS NOT NULL)::int AS delivered,
         count(*) FILTER (WHERE read_at IS NOT NULL)::int AS read, count(*) FILTER (WHERE state = 'failed')::int AS failed,
         count(*) FILTER (WHERE state = 'skipped')::int AS skipped,
         coalesce(sum(cost_hundredths) FILTER (WHERE sent_at IS NOT NULL), 0)::float8 AS "costHundredths"
    FROM whatsapp_messages WHERE created_at >= date_trunc('month', clock_timestamp(), 'Asia/Kolkata') GROUP BY 1`;
const STATE = `
  SELECT (SELECT count(*)::int FROM whatsapp_messages WHERE state IN ${sqlList(UNSENT_WHATSAPP_STATES)}) AS waiting,
         (SELECT count(*)::int FROM whatsapp_messages WHERE counted_on = ${TODAY}) AS counted,
         (SELECT count(DISTINCT phone)::int FROM whatsapp_consents WHERE withdrawn_at IS NULL) AS consents,
         (SELECT problem FROM whatsapp_messages
           WHERE created_at > clock_timestamp() - interval '7 days' AND state = 'failed'
           GROUP BY problem ORDER BY count(*) DESC, problem LIMIT 1) AS problem`;

type CountRow = Omit<WhatsappCountsResponse, "cost"> & { readonly today: boolean; readonly costHundredths: number };
interface StateRow extends Pick<WhatsappFiguresResponse, "waiting" | "counted" | "consents"> {
  readonly problem: string | null;
}

/** What became of messages by WhatsApp, for the dashboard. */
@Injectable()
export class WhatsappRecordsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** The messages about a booking or an application, oldest first. */
  async about(
    subject: { readonly bookingId: string } | { readonly applicationId: string },
  ): Promise<WhatsappMessageResponse[]> {
    const [column, id] =
      "bookingId" in subject
        ? (["booking_id", subject.bookingId] as const)
        : (["application_id", subject.applicationId] as const);
    const found = await this.database.read(WhatsappMessageEntity, ABOUT(column), { id });
    return found.map(({ template, state, attempts, problem, createdAt, sentAt, deliveredAt, readAt, id: messageId }) =>
      toResponse({ id: messageId, template, state, attempts, problem, createdAt, sentAt, deliveredAt, readAt }),
    );
  }

  /** Today's and this month's messages and what they cost; undefined while WhatsApp is off. */
  async figures(): Promise<WhatsappFiguresResponse | undefined> {
    const { whatsapp } = this.config;
    if (whatsapp === undefined) return undefined;
    const [counts, [state]] = await Promise.all([
      this.database.query<CountRow>(COUNTS),
      this.database.query<StateRow>(STATE),
    ]);
    if (state === undefined) throw new Error("the counts returned no row");
    return {
      today: sumOf(counts.filter(({ today }) => today)),
      month: sumOf(counts),
      ...toResponse(state),
      limit: whatsapp.messagesPerDay,
    };
  }
}

function sumOf(counts: readonly CountRow[]): WhatsappCountsResponse {
  const sum = (of: (row: CountRow) => number): number => counts.reduce((before, row) => before + of(row), 0);
  return {
    sent: sum(({ sent }) => sent),
    delivered: sum(({ delivered }) => delivered),
    read: sum(({ read }) => read),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    cost: whatsappRupees(sum(({ costHundredths }) => costHundredths)),
  };
}
