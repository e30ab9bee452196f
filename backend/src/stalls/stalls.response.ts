import { ApiProperty } from "@nestjs/swagger";
import { STALL_STATUSES, STALL_TYPES } from "@sakhi/domain/stalls/stall.types";
import type { StallStatus, StallType } from "@sakhi/domain/stalls/stall.types";

/** A stall of the public floor plan. */
export class LayoutStallResponse {
  /** The stall's number, e.g. B12. */
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees, GST included. */
  price!: number;
  @ApiProperty({ enum: STALL_STATUSES, enumName: "StallStatus" })
  status!: StallStatus;
  /** Present for a stall that an operator has blocked: it reads Reserved, but nobody has reserved it. */
  blocked?: true;
  /** Feet from the left wall. */
  x!: number;
  /** Feet from the entrance wall. */
  y!: number;
  /** Incremented when an operator changes the plan. */
  layoutVersion!: number;
}
