import type { BookingRequestKind, BookingRequestState } from "@sakhi/domain/bookings/my-booking.rules";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** Something a payer asked for on her booking's page. */
@Entity("booking_requests")
export class BookingRequestEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  @Column("text") kind!: BookingRequestKind;
  /** In her own words: personal data. */
  @Column("text") text!: string;
  /** All details as she wants them, where she filled them in: personal data. */
  @Column("jsonb", { nullable: true }) details!: RegistrationFormDto | null;
  @Column("text") state!: BookingRequestState;
  /** What the operator replied. */
  @Column("text", { nullable: true }) answer!: string | null;
  @Column("timestamptz") requestedAt!: Date;
  @Column("timestamptz", { nullable: true }) answeredAt!: Date | null;
}
