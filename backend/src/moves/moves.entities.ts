import type { Paise } from "@sakhi/domain/money/money";
import type { MoveAsker, MoveState } from "@sakhi/domain/moves/move.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";

/** A move of a sold booking to another stall, and what it costs (docs/decisions/0118). */
@Entity("stall_moves")
export class StallMoveEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  @Column("int") fromStallKey!: number;
  @Column("int") toStallKey!: number;
  /** What the other stall cost more when the move was asked for; negative if it cost less. */
  @Column("bigint", { transformer: asNumber }) differencePaise!: Paise;
  /** What is paid for it; 0 if nothing is. */
  @Column("bigint", { transformer: asNumber }) toPayPaise!: Paise;
  /** What was returned with it; 0 if nothing was. */
  @Column("bigint", { transformer: asNumber }) refundPaise!: Paise;
  @Column("text") askedBy!: MoveAsker;
  @Column("text") state!: MoveState;
  /** What keeps the other stall until it is paid for; null of a move that happened at once. */
  @Column("uuid", { nullable: true }) blockId!: string | null;
  @Column("timestamptz") askedAt!: Date;
  /** Until when it can be paid for. */
  @Column("timestamptz", { nullable: true }) until!: Date | null;
  /** When the payment window of its newest order ends. */
  @Column("timestamptz", { nullable: true }) payUntil!: Date | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** How holders of an event move; without a row only operators move them. */
@Entity("stall_move_settings")
export class StallMoveSettingsEntity {
  @PrimaryColumn("integer") eventId!: number;
  /** Holders may move on their own while stalls are sold. */
  @Column("boolean") byHolder!: boolean;
  /** How long an operator's link to pay works. */
  @Column("int") linkHours!: number;
}
