import { IsIn, IsOptional, MaxLength, MinLength } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";
import { RESOLUTION_NAMES, type Resolution } from "./resolutions.js";

/** POST /api/v1/mela/admin/issues/{id}/resolution. */
export class ResolutionDto {
  /** One of the resolutions that the issue offers. */
  @IsIn(RESOLUTION_NAMES, { message: "Please choose one of the resolutions of this entry" })
  action!: Resolution;

  /** Reason, 3 to 300 characters; required by some resolutions. */
  @IsOptional()
  @singleLine
  @MaxLength(300, { message: "The reason must be at most 300 characters" })
  @MinLength(3, { message: "Please say why, in at least 3 characters" })
  reason?: string;
}
