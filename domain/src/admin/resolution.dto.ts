import { IsIn, IsOptional } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { RESOLUTION_NAMES, type Resolution } from "./resolutions.js";

/** POST /api/v1/mela/admin/issues/{id}/resolution. */
export class ResolutionDto {
  /** One of the resolutions that the issue offers. */
  @IsIn(RESOLUTION_NAMES, { message: "Please choose one of the resolutions of this entry" })
  action!: Resolution;

  /** Reason, 3 to 300 characters; required by some resolutions. */
  @IsOptional()
  @isReason
  reason?: string;
}
