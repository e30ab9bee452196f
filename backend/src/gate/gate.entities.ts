import { Column, Entity, PrimaryColumn } from "typeorm";

/**
 * An arrival that a phone at the gate ticked: of a booking, on a day of its event. Several of one day stay; the first that was
 * not undone counts (domain: gate.rules.ts). The application's only change of a row is that it is undone.
 */
@Entity("gate_ticks")
export class GateTickEntity {
  /** Made by the phone, so that a tick that is sent again is the same one. */
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  /** The day of the event, or the one before its first. */
  @Column("date") day!: string;
  /** When it was ticked, by the database's clock: what the phone's clock is off by is taken out. */
  @Column("timestamptz") at!: Date;
  @Column("timestamptz") receivedAt!: Date;
  @Column("uuid") administratorId!: string;
  /** The name of the account at the gate. */
  @Column("text") administrator!: string;
  @Column("timestamptz", { nullable: true }) undoneAt!: Date | null;
  @Column("text", { nullable: true }) undoneBy!: string | null;
}

/** A stall that the gate reserved for somebody who stands there and pays by a UPI QR code. The booking is an ordinary one. */
@Entity("walk_ins")
export class WalkInEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("uuid") administratorId!: string;
  /** The name of the account at the gate. */
  @Column("text") administrator!: string;
  @Column("timestamptz") startedAt!: Date;
  /** The provider's QR code, a PNG as a data address. */
  @Column("text", { nullable: true }) qr!: string | null;
  /** Until when the code can be paid. */
  @Column("timestamptz", { nullable: true }) qrExpiresAt!: Date | null;
}
