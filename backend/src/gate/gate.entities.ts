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
