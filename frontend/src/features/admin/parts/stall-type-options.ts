import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useListEventsQuery } from "../../../api/admin-api";

/**
 * The stall types of an event as options, each with its label; the specified ones until the events are known.
 *
 * @param event its slug, "all" for those of every event, or undefined for the current one
 */
export function useStallTypeOptions(event: string | undefined): readonly (readonly [key: string, label: string])[] {
  const { data: events = [] } = useListEventsQuery();
  const of = event === ALL_EVENTS ? events : events.filter(({ slug, current }) => (event ? slug === event : current));
  const types = new Map(of.flatMap((each) => each.types.map(({ key, label }) => [key, label] as const)));
  return types.size > 0 ? [...types] : STALL_TYPES.map((type) => [type, stallTypeLabel(type)] as const);
}
