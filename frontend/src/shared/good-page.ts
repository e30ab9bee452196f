import messages from "@sakhi/domain/generated/messages/en/good-page";

/** What a good page of a brand has, in words: after paying or claiming, and on the page itself. */
export const goodPage = messages;
