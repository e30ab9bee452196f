import { Injectable, type StreamableFile } from "@nestjs/common";
import { editionTitle } from "@sakhi/domain/events/event-facts";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { askedPapers, missingPapers } from "@sakhi/domain/papers/question.rules";
import { type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { EventFactsService, type StoredQuestion } from "../events/event-facts.service.js";
import { type Answers, ANSWERS } from "../mail/missing-papers.sql.js";
import { Database } from "../platform/database/database.js";
import { oneBatch } from "../platform/files/tables.js";
import { toResponse } from "../platform/http/list-response.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";
import type { BookingPapersResponse } from "./papers.response.js";

/** A sold stall of an event, with its answers by the question's key. */
interface SoldRow {
  readonly id: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly businessName: string;
  readonly fullName: string;
  readonly phone: string;
  readonly email: string;
  readonly orderId: string;
  readonly answers: Answers;
  /** When a message about missing papers was last queued; null if never. */
  readonly remindedAt: Date | null;
}

interface EventPapers {
  /** Title of the event. */
  readonly name: string;
  readonly questions: readonly StoredQuestion[];
  readonly sold: readonly SoldRow[];
}

const SOLD = `
  SELECT b.id, s.stall_id AS "stallId", s.type AS "stallType", coalesce(b.business_name, '') AS "businessName",
         coalesce(b.full_name, '') AS "fullName", coalesce(b.phone, '') AS phone, coalesce(b.email, '') AS email,
         coalesce(b.order_id, '') AS "orderId",
         ${ANSWERS} AS answers,
         (SELECT max(r.decided_at) FROM message_recipients r JOIN messages m ON m.id = r.message_id
           WHERE r.booking_id = b.id AND r.state = 'mailed' AND m.template = 'papers_missing') AS "remindedAt"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE s.event_id = $1 AND b.state = 'sold'
   ${BY_NUMBER}`;

/** The stall and its holder. */
const WHOSE: readonly FileColumn<SoldRow>[] = [
  { name: "Stall ID", cell: ({ stallId }) => stallId },
  { name: "Stall Type", cell: ({ stallType }) => stallTypeLabel(stallType) },
  { name: "Business Name", cell: ({ businessName }) => businessName },
  { name: "Full Name", cell: ({ fullName }) => fullName },
  { name: "Phone", cell: ({ phone }) => phone },
  { name: "Email", cell: ({ email }) => email },
  { name: "Order ID", cell: ({ orderId }) => orderId },
];

/** Lists the papers of an event's sold stalls, and exports them. */
@Injectable()
export class PapersListService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly exports: ExportsService,
  ) {}

  /** Every sold stall of an event that is asked something. @throws DomainError event_not_found */
  async list(slug: string): Promise<BookingPapersResponse[]> {
    const { questions, sold } = await this.read(slug);
    return sold.flatMap(({ id: bookingId, stallId, stallType, businessName, answers, remindedAt }) => {
      const asked = askedPapers(questions, stallType, answers);
      if (asked.length === 0) return [];
      const missing = missingPapers(questions, stallType, answers).map(({ label }) => label);
      const answered = asked.filter(({ key }) => key in answers).length;
      return [
        toResponse({ bookingId, stallId, stallType, businessName, answered, asked: asked.length, missing, remindedAt }),
      ];
    });
  }

  /**
   * All sold stalls with their answers, one column for each question; of files, the name. The export is audited.
   *
   * @throws DomainError event_not_found
   * @throws HttpError rate_limited
   */
  async file(administrator: Administrator, slug: string, format: FileFormat): Promise<StreamableFile> {
    const { name: event, questions, sold } = await this.read(slug);
    const columns: readonly FileColumn<SoldRow>[] = [
      ...WHOSE,
      ...questions.map(({ key, label }) => ({ name: label, cell: ({ answers }: SoldRow) => answers[key] })),
      {
        name: "Missing",
        cell: ({ stallType, answers }) =>
          missingPapers(questions, stallType, answers)
            .map(({ label }) => label)
            .join("; "),
      },
      { name: EVENT_COLUMN, cell: () => event },
    ];
    return this.exports.table({
      ...{ administrator, action: "papers_exported", subjectType: "registrations", what: "mela-papers", format },
      ...{ event: { slug }, columns, rows: () => oneBatch(sold), count: sold.length },
    });
  }

  private async read(slug: string): Promise<EventPapers> {
    const { id } = await this.eventFacts.stated(slug);
    const [{ event, questions }, sold] = await Promise.all([
      this.eventFacts.of(id),
      this.database.query<SoldRow>(SOLD, [id]),
    ]);
    return { name: editionTitle(event), questions, sold };
  }
}
