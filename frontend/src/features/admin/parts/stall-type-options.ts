import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useListEventsQuery } from "../../../api/admin-api";

/**
 * The stall types of an event as options, each with its label; the specified ones until the events are known.
 *
 * @param event its slug, or "all" for those of every event
 */
export function useStallTypeOptions(event: string): readonly (readonly [key: string, label: string])[] {
  const { data: events = [] } = useListEventsQuery();
  const of = event === ALL_EVENTS ? events : events.filter(({ slug }) => slug === event);
  const types = new Map(of.flatMap((each) => each.types.map(({ key, label }) => [key, label] as const)));
  return types.size > 0 ? [...types] : STALL_TYPES.map((type) => [type, stallTypeLabel(type)] as const);
}
