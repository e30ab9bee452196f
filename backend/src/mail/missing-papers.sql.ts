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
  readonly answers: Answers;
}

/** What a booking has answered, by the question's key. */
export type Answers = Readonly<Record<string, string>>;

/** SQL: the {@link Answers} of booking `b`. */
export const ANSWERS = `(
  SELECT coalesce(json_object_agg(q.key, a.value), '{}') FROM paper_answers a JOIN event_questions q ON q.id = a.question_id
   WHERE a.booking_id = b.id)`;

const ANSWERED = `
  SELECT s.event_id AS "eventId", s.type AS "stallType", clock_timestamp() AS at,
         ${ANSWERS} AS answers
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
  const missing = missingPapers(questions, booking.stallType, booking.answers);
  if (missing.length === 0) return undefined;
  return { papers: missing.map(({ label }) => label), until: papersDue(event).toISOString() };
}
