import type { BookingState } from "../bookings/booking.states.js";
import type { Paise } from "../money/money.js";
import type { SubjectStatus } from "../payments/settlement.rules.js";

/**
 * Moves of sold bookings to any free stall of their event (decision 118): a dearer stall is kept until the difference is paid, a
 * cheaper one returns it, and the first stall is released in the transaction in which the other becomes hers.
 */

export const MOVE_STATES = ["asked", "moved", "lapsed", "withdrawn"] as const;
/** What became of a move. `asked`: it waits for its money. `lapsed`: its time was over. */
export type MoveState = (typeof MOVE_STATES)[number];

/** Who asked for a move. */
export const MOVE_ASKERS = ["operator", "holder"] as const;
export type MoveAsker = (typeof MOVE_ASKERS)[number];

/** What a stall that is kept for a move says of itself where operators read why it is blocked. */
export const MOVE_BLOCK = "Kept for a move";

/** How long an operator's link to pay works, in hours: her choice for an event. */
export const MOVE_LINK_HOURS = { least: 1, most: 168, usual: 48 } as const;
/** How long a stall is kept for a holder who chose it herself, in seconds: as long as a hold. */
export const OWN_MOVE_SECONDS = 600;

/** How long a move waits for its money, in seconds. */
export function moveSeconds(asker: MoveAsker, linkHours: number): number {
  return asker === "operator" ? linkHours * 3600 : OWN_MOVE_SECONDS;
}

/** The money of a move: what is paid for it, or what of each order is returned. */
export interface MoveMoney {
  /** What the other stall costs more, GST included; negative if it costs less. */
  readonly differencePaise: Paise;
  /** What she pays; 0 unless it is dearer. */
  readonly toPayPaise: Paise;
  /** What she gets back; 0 unless it is cheaper. */
  readonly refundPaise: Paise;
}

/** Inputs of {@link moveMoney}. */
interface MoveSale {
  /** What her stall costs today, and the other one. */
  readonly fromPaise: Paise;
  readonly toPaise: Paise;
  /** What she agreed to when she booked, before and after her coupon. */
  readonly pricePaise: Paise;
  readonly finalPaise: Paise;
  /** What was paid for the booking itself, and for earlier moves, and not refunded yet. */
  readonly saleLeftPaise: Paise;
  readonly movesLeftPaise: Paise;
  /** An operator asks for no money and returns none. */
  readonly isWaived: boolean;
}

/**
 * The money of a move. The stalls are compared at what they cost today, so that an early price stays hers. What was paid for earlier
 * moves comes back in full; of the booking itself, as she paid less with a coupon, the same share of the difference, and never all
 * that is left: a sale without money is a cancellation.
 */
export function moveMoney(sale: MoveSale): MoveMoney {
  const differencePaise = sale.toPaise - sale.fromPaise;
  if (sale.isWaived || differencePaise === 0) return { differencePaise, toPayPaise: 0, refundPaise: 0 };
  if (differencePaise > 0) return { differencePaise, toPayPaise: differencePaise, refundPaise: 0 };
  const cheaper = -differencePaise;
  const ofMoves = Math.min(cheaper, sale.movesLeftPaise);
  const share = sale.pricePaise === 0 ? 0 : Math.floor(((cheaper - ofMoves) * sale.finalPaise) / sale.pricePaise);
  const ofSale = Math.min(share, Math.max(0, sale.saleLeftPaise - SMALLEST_SALE));
  return { differencePaise, toPayPaise: 0, refundPaise: ofMoves + ofSale };
}

/** What stays of a sale at least, in paise. */
const SMALLEST_SALE = 100;

/** An order's refundable money. */
export interface OrderLeft {
  readonly orderId: string;
  readonly leftPaise: Paise;
}

/**
 * Splits a refund among a sale's orders, the newest first: what was paid for a move is returned before what was paid for the booking.
 *
 * @param orders oldest first
 * @throws RangeError if it is more than what is left of them
 */
export function refundByOrder(
  orders: readonly OrderLeft[],
  refundPaise: Paise,
): readonly { readonly orderId: string; readonly refundPaise: Paise }[] {
  let rest = refundPaise;
  const parts = orders.toReversed().flatMap(({ orderId, leftPaise }) => {
    const part = Math.min(rest, leftPaise);
    rest -= part;
    return part > 0 ? [{ orderId, refundPaise: part }] : [];
  });
  if (rest > 0) throw new RangeError("The refund is more than what is left of the sale's orders.");
  return parts;
}

/** What happens to a move that waits for its money. */
export type NextOfMove = "lapse" | "withdraw";

/**
 * What happens to a move now; undefined while it waits. While an order can still be paid, nothing does: its money may be under way.
 *
 * @param booking the state of the booking that moves
 * @param isOver its time is over, by the database's clock
 */
export function nextOfMove(move: {
  readonly state: MoveState;
  readonly booking: BookingState;
  readonly isOver: boolean;
  readonly hasUnfinishedOrder: boolean;
}): NextOfMove | undefined {
  if (move.state !== "asked") return undefined;
  if (move.booking !== "sold") return "withdraw";
  return move.isOver && !move.hasUnfinishedOrder ? "lapse" : undefined;
}

/** Inputs of {@link moveStatus}. */
export interface MovedSubject {
  readonly state: MoveState;
  /** The order that is settled has paid for the move. */
  readonly isPaidByThis: boolean;
  /** The booking is sold and stands on the stall that it moves from. */
  readonly isWhereItWas: boolean;
  readonly isSold: boolean;
  readonly isEventCancelled: boolean;
  /** The other stall is on the plan, and nobody has it. */
  readonly isTargetFree: boolean;
  /** The booking waits for the money of another move. */
  readonly hasOtherMove: boolean;
}

/**
 * The status of a move with regard to one of its orders. Late money still moves the booking if the stall is free; otherwise all of it is
 * returned, and the booking stays where it is.
 */
export function moveStatus(move: MovedSubject): SubjectStatus {
  switch (move.state) {
    case "moved":
      if (!move.isPaidByThis) return { kind: "sold", byThisOrder: false };
      return move.isSold ? { kind: "sold", byThisOrder: true } : { kind: "cancelled" };
    case "asked":
      if (!move.isWhereItWas) return released(move, "taken");
      return move.isEventCancelled ? { kind: "unpaid", eventCancelled: true } : { kind: "unpaid" };
    case "lapsed":
      return released(move, move.isWhereItWas && move.isTargetFree && !move.hasOtherMove ? "free" : "taken");
    case "withdrawn":
      return released(move, "taken");
  }
}

function released({ isEventCancelled }: MovedSubject, place: "free" | "taken"): SubjectStatus {
  return { kind: "released", place: isEventCancelled ? "event_cancelled" : place };
}
