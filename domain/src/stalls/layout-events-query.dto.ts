import { IsOptional, Matches, MaxLength } from "class-validator";

/** A digest of 20 bytes, as text. */
const VERSION_LENGTH = 27;

/** From where on the changes of the floor plan are wanted. */
export class LayoutEventsQueryDto {
  /** The version that the caller has: the id of an event, or what stands in the layout's ETag. The header Last-Event-ID wins. */
  @IsOptional()
  @MaxLength(VERSION_LENGTH, { message: "The version must be the id of an earlier event" })
  @Matches(/^(?:[A-Za-z0-9_-]{27})?$/, { message: "The version must be the id of an earlier event" })
  since?: string;
}
