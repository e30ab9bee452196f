import messages from "@sakhi/domain/generated/messages/en/brand-look";
import { FIND } from "../../shared/find";

/** Texts of a page that its owner sees before others do. */
export const lookStrings = { ...messages, find: FIND } as const;
