import type { Arrival } from "@sakhi/domain/events/arrival.rules";
import type { KnownEvent } from "@sakhi/domain/events/calendar";
import type { DroppedDay, EventDay } from "@sakhi/domain/events/event-facts";
import type { EventTranslations } from "@sakhi/domain/events/event-translations";
import type { EventStatus } from "@sakhi/domain/events/event.states";
import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** An event: one edition of the Mela. Which one is current, `currentEvent` decides. */
@Entity("events")
export class EventEntity {
  @PrimaryGeneratedColumn("identity", { type: "integer", generatedIdentity: "ALWAYS" }) id!: number;
  /** Number of changes in the dashboard; 0 as seeded. */
  @Column("int") version!: number;
  @Column("text") name!: string;
  @Column("text") edition!: string;
  /** Indian time, ascending. */
  @Column("jsonb") days!: EventDay[];
  @Column("text") venueName!: string;
  @Column("text") venueDescription!: string;
  @Column("text") street!: string;
  @Column("text") locality!: string;
  @Column("text") city!: string;
  @Column("text") pin!: string;
  @Column("text") stateCode!: string;
  @Column("text") mapUrl!: string;
  @Column("timestamptz", { nullable: true }) salesOpenAt!: Date | null;
  @Column("timestamptz", { nullable: true }) salesCloseAt!: Date | null;
  @Column("timestamptz") updatedAt!: Date;
  /** Its address: /paid-events/{slug}. */
  @Column("text") slug!: string;
  @Column("text") status!: EventStatus;
  /** Of the rent of its stalls. */
  @Column("int") gstRatePercent!: number;
  /** Services accounting code of the rent on tax invoices. */
  @Column("text") sac!: string;
  /** Number of changes that calendars follow; see EventCalendar. */
  @Column("int") calendarSequence!: number;
  @Column("jsonb") droppedDays!: DroppedDay[];
  /** ISO 8601 in India's time; see EventCalendar. */
  @Column("text", { nullable: true }) formerStart!: string | null;
  /** What holders of stalls know, while a change waits to be announced. */
  @Column("jsonb", { nullable: true }) knownBefore!: KnownEvent | null;
  /** The last of the changes that wait. */
  @Column("timestamptz", { nullable: true }) unnotifiedSince!: Date | null;
  /** Where holders come in, and when they set up. */
  @Column("jsonb") arrival!: Arrival;
  /** Name, venue and city in other languages. */
  @Column("jsonb") translations!: EventTranslations;
}

/** The organisation of the Mela; the newest row is the current one. */
@Entity("organisation")
export class OrganisationEntity {
  @PrimaryGeneratedColumn("identity", { type: "integer", generatedIdentity: "ALWAYS" }) id!: number;
  @Column("int") version!: number;
  @Column("text") name!: string;
  @Column("text") legalName!: string;
  @Column("text") legalAddress!: string;
  @Column("text") gstin!: string;
  @Column("text") street!: string;
  @Column("text") locality!: string;
  @Column("text") city!: string;
  @Column("text") pin!: string;
  @Column("text") region!: string;
  @Column("text") supportEmail!: string;
  @Column("text", { nullable: true }) phone!: string | null;
  @Column("timestamptz") updatedAt!: Date;
}
