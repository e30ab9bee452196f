import { clock, useSecondsLeft } from "./countdown";

interface TimeLeftProps {
  /** ISO 8601, UTC. */
  readonly endsAt: string;
  /** The text for the seconds left. */
  readonly text?: (seconds: number) => string;
}

/** The time left until `endsAt`, live: the only part of a screen that is rendered every second. */
export function TimeLeft({ endsAt, text = clock }: TimeLeftProps) {
  return text(useSecondsLeft(endsAt) ?? 0);
}
