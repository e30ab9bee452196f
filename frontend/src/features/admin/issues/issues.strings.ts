import messages from "@sakhi/domain/generated/messages/en/admin-issues-view";
import type { Issues, Resolution } from "../../../api/admin-api";

const { consequences, healthy } = messages;

/** Texts of the inbox. Texts of an issue come from the server. */
export const strings = {
  ...messages,
  raised: (moment: string) => messages.raised({ moment }),
  stall: (stallId: string) => messages.stall({ stallId }),
  /** Effects of resolutions that need a confirmation; the server's text for an issue takes precedence. */
  consequences: consequences as Readonly<Partial<Record<Resolution["action"], string>>>,
  healthy: { ...healthy, names: healthy.names satisfies Record<keyof NonNullable<Issues["healthy"]>, string> },
} as const;
