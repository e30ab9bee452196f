import { Injectable, type StreamableFile } from "@nestjs/common";
import { editionTitle } from "@sakhi/domain/events/event-facts";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { askedPapers, missingPapers } from "@sakhi/domain/papers/question.rules";
import { type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { EventFactsService, type StoredQuestion } from "../events/event-facts.service.js";
import { type Answers, ANSWERS } from "../mail/missing-papers.sql.js";
import { Database } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";
import { csvFile, EVENT_COLUMN, exportName } from "./csv-file.js";
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

/** Lists the papers of an event's sold stalls, and exports them. */
@Injectable()
export class PapersListService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly auditLog: AuditLogService,
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
   * All sold stalls with their answers as CSV, one column for each question; of files, the name. The export is audited.
   *
   * @throws DomainError event_not_found
   */
  async file(administrator: Administrator, slug: string): Promise<StreamableFile> {
    const { name: event, questions, sold } = await this.read(slug);
    const head = ["Stall ID", "Stall Type", "Business Name", "Full Name", "Phone", "Email", "Order ID"];
    const lines = sold.map((row) => {
      const { stallId, stallType, businessName, fullName, phone, email, orderId, answers } = row;
      const missing = missingPapers(questions, stallType, answers);
      return csvLine([
        ...[stallId, stallTypeLabel(stallType), businessName, fullName, phone, email, orderId],
        ...questions.map(({ key }) => answers[key] ?? ""),
        ...[missing.map(({ label }) => label).join("; "), event],
      ]);
    });
    const columns = csvLine([...head, ...questions.map(({ label }) => label), "Missing", EVENT_COLUMN]);
    const name = exportName("mela-papers", { slug });
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        ...{ administrator, action: "papers_exported", subjectType: "registrations", subjectId: name },
        after: { rows: sold.length, event: slug },
      }),
    );
    return csvFile(name, Buffer.from(BYTE_ORDER_MARK + columns + lines.join("")));
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
