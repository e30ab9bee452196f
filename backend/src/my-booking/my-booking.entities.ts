import type { BookingRequestKind, BookingRequestState } from "@sakhi/domain/bookings/my-booking.rules";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A request submitted on a booking's page. */
@Entity("booking_requests")
export class BookingRequestEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") bookingId!: string;
  @Column("text") kind!: BookingRequestKind;
  /** The payer's message; personal data. */
  @Column("text") text!: string;
  /** The complete requested details, if filled in; personal data. */
  @Column("jsonb", { nullable: true }) details!: RegistrationFormDto | null;
  @Column("text") state!: BookingRequestState;
  /** The operator's reply. */
  @Column("text", { nullable: true }) answer!: string | null;
  @Column("timestamptz") requestedAt!: Date;
  @Column("timestamptz", { nullable: true }) answeredAt!: Date | null;
}
