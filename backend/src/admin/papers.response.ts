import { ApiProperty } from "@nestjs/swagger";

/** A sold stall, with what its holder still has to answer. */
export class BookingPapersResponse {
  bookingId!: string;
  stallId!: string;
  /** Key of the stall's type. */
  stallType!: string;
  businessName!: string;
  /** How many of the questions asked of the stall have an answer. */
  answered!: number;
  asked!: number;
  /** Labels of required questions without an answer. */
  @ApiProperty({ type: [String] })
  missing!: string[];
  /** When its holder was last reminded (ISO 8601, UTC); absent if never. */
  remindedAt?: string;
}
