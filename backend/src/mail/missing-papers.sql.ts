import { arePapersOpen, missingPapers, papersDue } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { EventFactsService } from "../events/event-facts.service.js";
import type { Database } from "../platform/database/database.js";

/** Required papers of a sold booking that are not there yet, while its holder can give them. */
export interface MissingPapers {
  /** Labels of the questions, in order. */
  readonly papers: string[];
  /** When the event begins; ISO 8601, UTC. */
  readonly until: string;
}

interface AnsweredRow {
  readonly eventId: number;
  readonly stallType: StallType;
  readonly at: Date;
  /** Keys of the questions that have an answer. */
  readonly answered: readonly string[];
}

const ANSWERED = `
  SELECT s.event_id AS "eventId", s.type AS "stallType", clock_timestamp() AS at,
         ARRAY(SELECT q.key FROM paper_answers a JOIN event_questions q ON q.id = a.question_id
                WHERE a.booking_id = b.id) AS answered
    FROM bookings b JOIN stalls s USING (stall_key) WHERE b.id = :bookingId AND b.state = 'sold'`;

/**
 * What a booking still lacks, as its confirmation, its receipt, and messages to its holder say it.
 *
 * @returns undefined if nothing, and for a booking that is not sold
 */
export async function missingPapersOf(
  database: Pick<Database, "query">,
  eventFacts: Pick<EventFactsService, "of">,
  bookingId: string,
): Promise<MissingPapers | undefined> {
  const [booking] = await database.query<AnsweredRow>(ANSWERED, { bookingId });
  if (booking === undefined) return undefined;
  const { event, status, questions } = await eventFacts.of(booking.eventId);
  if (!arePapersOpen(event, status, booking.at)) return undefined;
  const missing = missingPapers(questions, booking.stallType, new Set(booking.answered));
  if (missing.length === 0) return undefined;
  return { papers: missing.map(({ label }) => label), until: papersDue(event).toISOString() };
}
