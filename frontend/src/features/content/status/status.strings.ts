import messages from "@sakhi/domain/generated/messages/en/status";
import { FIND } from "../../../shared/find";

/** Texts of the page about the site's status. */
export const strings = { ...messages, find: FIND } as const;
