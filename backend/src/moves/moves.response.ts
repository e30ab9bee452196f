import { ApiProperty } from "@nestjs/swagger";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import {
  MOVE_ASKERS,
  MOVE_STATES,
  type MoveAsker,
  type MoveMoney,
  type MoveState,
} from "@sakhi/domain/moves/move.rules";
import type { StallMoveRow } from "./stall-move-records.service.js";

/** What a move costs, in rupees, GST included. */
export class MoveMoneyResponse {
  /** What the other stall costs more; negative if it costs less. */
  difference!: number;
  /** What is to pay; 0 unless it is dearer. */
  toPay!: number;
  /** What comes back; 0 unless it is cheaper. */
  refund!: number;
}

/** What a move of a booking to a stall would cost. */
export class MoveQuoteResponse extends MoveMoneyResponse {
  fromStallId!: string;
  toStallId!: string;
  toStallType!: string;
  /** How long a link to pay would work, in hours. */
  linkHours!: number;
}

/** A move of a booking. */
export class StallMoveResponse extends MoveMoneyResponse {
  id!: string;
  fromStallId!: string;
  toStallId!: string;
  @ApiProperty({ enum: MOVE_ASKERS, enumName: "MoveAsker" })
  askedBy!: MoveAsker;
  @ApiProperty({ enum: MOVE_STATES, enumName: "MoveState" })
  state!: MoveState;
  askedAt!: string;
  /** Until when it can be paid for; none of a move that was made at once. */
  until?: string;
  endedAt?: string;
}

/** A stall that a booking can move to. */
export class MoveTargetResponse extends MoveMoneyResponse {
  stallId!: string;
  type!: string;
  /** What it costs today. */
  price!: number;
}

/** What a holder can do about her stall. */
export class MyMovesResponse {
  /** Her stall now. */
  stallId!: string;
  /** She can move by herself now. */
  isOffered!: boolean;
  /** The move that waits for her money. */
  open?: StallMoveResponse;
  /** Free stalls of the event; none while a move waits. */
  stalls!: MoveTargetResponse[];
  /** Moves that are over, newest first. */
  ended!: StallMoveResponse[];
  /** When this was read. */
  at!: string;
}

/** How holders of an event move. */
export class MoveSettingsResponse {
  /** Holders may move on their own while stalls are sold. */
  byHolder!: boolean;
  /** How long an operator's link to pay works, in hours. */
  linkHours!: number;
}

/** A move that was made at once, or that waits for its money. */
export class AskedMoveResponse extends MoveMoneyResponse {
  bookingId!: string;
  moveId!: string;
  @ApiProperty({ enum: ["asked", "moved"], enumName: "AskedMoveState" })
  state!: "asked" | "moved";
  fromStallId!: string;
  toStallId!: string;
}

/** The booking's moves, oldest first. */
export class StallMovesResponse {
  moves!: StallMoveResponse[];
}

/** The money of a move in rupees. */
export function moneyResponse({
  differencePaise,
  toPayPaise,
  refundPaise,
}: MoveMoney): Readonly<Record<keyof MoveMoneyResponse, number>> {
  const rupees = (paise: Paise): number => (paise < 0 ? -toRupees(-paise) : toRupees(paise));
  return { difference: rupees(differencePaise), toPay: toRupees(toPayPaise), refund: toRupees(refundPaise) };
}

/** A move as it is answered. */
export function moveResponse(move: StallMoveRow): StallMoveResponse {
  const { id, fromStallId, toStallId, askedBy, state, askedAt, until, endedAt } = move;
  return {
    ...{ id, fromStallId, toStallId, askedBy, state, askedAt: askedAt.toISOString() },
    ...moneyResponse(move),
    ...(until === null ? {} : { until: until.toISOString() }),
    ...(endedAt === null ? {} : { endedAt: endedAt.toISOString() }),
  };
}
