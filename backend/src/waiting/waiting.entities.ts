import type { RowOf } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { WAITING_FIELDS } from "@sakhi/domain/waiting/waiting.fields";
import type { WaitingState } from "@sakhi/domain/waiting/waiting.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A person's place in the queue for stalls of one type of an event. */
@Entity("waiting_places")
export class WaitingPlaceEntity implements RowOf<typeof WAITING_FIELDS> {
  @PrimaryColumn("uuid") id!: string;
  /** In the order of joining. */
  @Column("bigint") number!: string;
  @Column("int") eventId!: number;
  @Column("text") stallType!: StallType;
  @Column("text") fullName!: string;
  @Column("text") email!: string;
  @Column("text") phone!: string;
  /** What the address counts as: one mailbox in all its notations. */
  @Column("text") mailbox!: string;
  /** The networks it was taken from, narrowest first: prefix and keyed digest. */
  @Column("text", { array: true }) networks!: string[];
  /** Round in which it is offered a stall, 0 for the first; later ones are further places from one address. */
  @Column("int") turn!: number;
  @Column("text") state!: WaitingState;
  @Column("timestamptz") joinedAt!: Date;
  /** When the link in her mail was opened: only then a stall is offered there. */
  @Column("timestamptz", { nullable: true }) confirmedAt!: Date | null;
  /** Since when it stands in the queue; later than its joining if an offer was taken back. */
  @Column("timestamptz") waitingSince!: Date;
  /** The stall of its last offer. */
  @Column("int", { nullable: true }) stallKey!: number | null;
  /** What keeps the offered stall: a block while it is offered, then the hold that she took. */
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  @Column("timestamptz", { nullable: true }) offeredAt!: Date | null;
  @Column("timestamptz", { nullable: true }) offerUntil!: Date | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  /** Of the page on which she joined: her mails are in it. */
  @Column("text") language!: LanguageCode;
}

/** How an event offers freed stalls; without a row as usual. */
@Entity("waiting_settings")
export class WaitingSettingsEntity {
  @PrimaryColumn("integer") eventId!: number;
  /** How long an offer stands at most. */
  @Column("int") offerHours!: number;
}
