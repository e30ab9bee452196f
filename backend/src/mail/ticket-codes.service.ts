import { Injectable } from "@nestjs/common";
import { MOVE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import { SIGNATURE_LENGTH, ticketText } from "@sakhi/domain/gate/ticket.rules";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { Secrets } from "../platform/secrets/secrets.js";

/** How often booking `b` came to another stall, as SQL: each time its ticket gets another code. */
export const TICKET_TURN = `(SELECT count(*)::integer FROM booking_events turn
  WHERE turn.booking_id = b.id AND turn.kind IN ${sqlList(MOVE_EVENTS)})`;

/** A sold booking, with what its code follows from. */
interface TicketRow {
  readonly eventId: number;
  readonly turn: number;
}

const SOLD = `
  SELECT event_of_stall(b.stall_key) AS "eventId", ${TICKET_TURN} AS turn
    FROM bookings b WHERE b.id = :bookingId AND b.state = 'sold'`;

/**
 * Codes on tickets, which the gate reads. Nothing stores them: each follows from the booking, the turn of its moves and our
 * secret. Anyone who knows an order's number, or its public page, does not know its code.
 */
@Injectable()
export class TicketCodesService {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** The text of a booking's code as of now; undefined unless it is sold. */
  async of(bookingId: string): Promise<string | undefined> {
    const [sold] = await this.database.query<TicketRow>(SOLD, { bookingId });
    return sold === undefined ? undefined : this.texts(bookingId, sold.eventId, sold.turn)[0];
  }

  /**
   * Every text that a booking's code of one turn may have: of the current secret, and of the previous one while it is accepted.
   *
   * @param turn 0 before its first move
   */
  texts(bookingId: string, eventId: number, turn: number): readonly string[] {
    return this.secrets
      .digests("gate-ticket", `${bookingId}/${turn}`)
      .map((digest) => ticketText({ eventId, signature: digest.slice(0, SIGNATURE_LENGTH) }));
  }
}
