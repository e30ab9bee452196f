import { Type } from "class-transformer";
import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { NamedEventDto } from "../fields/named-event.dto.js";

/** Length of a 20-byte digest in base64url. */
const VERSION_LENGTH = 27;

/** Start of the stream of the floor plan's changes. */
export class LayoutEventsQueryDto extends NamedEventDto {
  /** The caller's version: an event id, or the layout's ETag. The header Last-Event-ID takes precedence. */
  @IsOptional()
  @MaxLength(VERSION_LENGTH, { message: "The version must be the id of an earlier event" })
  @Matches(/^(?:[A-Za-z0-9_-]{27})?$/, { message: "The version must be the id of an earlier event" })
  since?: string;
}

const NUMBER = { message: "The number of the publication is a whole number" };

/** Which publication's area and fixtures. */
export class PlanDrawingQueryDto extends NamedEventDto {
  @Type(() => Number)
  @Max(1_000_000_000, NUMBER)
  @Min(1, NUMBER)
  @IsInt(NUMBER)
  number!: number;
}
