import { Type } from "class-transformer";
import { NamedEventDto } from "../fields/named-event.dto.js";
import { isHoldsPerAddress } from "./booking-actions.dto.js";

/** GET /api/v1/mela/admin/unpaid-holds: whom a release of unpaid holds would hit. */
export class UnpaidHoldsDto extends NamedEventDto {
  /** Addresses that keep more than this many unpaid stalls; 1 to 50. */
  @isHoldsPerAddress
  @Type(() => Number)
  moreThan!: number;
}
