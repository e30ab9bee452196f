import { IsOptional, IsString, MaxLength } from "class-validator";
import { combined } from "./combined.dto.js";

/** An event's slug, as in its address; absent for the current event. An unknown one is found out by the server. */
export const eventSlug = combined(
  IsOptional(),
  MaxLength(80, { message: "An event is named by the last part of its address" }),
  IsString({ message: "An event is named by the last part of its address" }),
);

/** A call that is about one event. */
export class NamedEventDto {
  /** The event's slug, as in its address; by default the current event. */
  @eventSlug
  event?: string;
}

/** A list of one event or of all. */
export class ListedEventsDto {
  /** The event's slug, or "all"; by default the current event. */
  @eventSlug
  event?: string;
}

/**
 * What is done, not only shown: a change of something that belongs to an event, or a file that is taken away. It names the
 * event that its view was about, because another may have become current since (docs/decisions/0086). Validation lets an
 * absent one through, so that the error has a code of its own: event_required.
 */
export class StatedEventDto {
  /** The event's slug, as in its address. */
  @eventSlug
  event!: string;
}
