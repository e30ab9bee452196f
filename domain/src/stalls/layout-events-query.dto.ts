import { IsOptional, Matches } from "class-validator";

/** From where on the changes of the floor plan are wanted. */
export class LayoutEventsQueryDto {
  /** The version that the caller has: the id of an event, or what stands in the layout's ETag. The header Last-Event-ID wins. */
  @IsOptional()
  @Matches(/^(?:[A-Za-z0-9_-]{27})?$/, { message: "The version must be the id of an earlier event" })
  since?: string;
}
