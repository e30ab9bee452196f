import { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";

/** What the api says of a change, which is in English: another language's build says it in its own words. */
export const doneText = (said: string, own: string): string => (IS_ENGLISH ? said : own);
