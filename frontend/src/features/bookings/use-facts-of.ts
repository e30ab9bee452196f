import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { useState } from "react";
import { useEventFacts } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";

interface FactsOf {
  /** Undefined until they are known. */
  readonly facts: PublicFacts | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/**
 * The facts of an event: the page's if it is theirs; else fetched, and until then those that the page had of it.
 *
 * @param event its slug
 */
export function useFactsOf(event: string): FactsOf {
  const around = useEventFacts();
  const isAround = around.slug === event;
  const [known, setKnown] = useState(around);
  if (isAround && known !== around) setKnown(around);
  const { currentData, isError, refetch } = useGetEventFactsQuery(event, { skip: isAround });
  return { facts: isAround ? around : (currentData ?? (known.slug === event ? known : undefined)), isError, refetch };
}
