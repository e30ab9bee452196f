import messages from "@sakhi/domain/generated/messages/en/ui";

/** How a dialog is left: one word for each meaning (docs/glossary.md). */

/** Leaves what was only read. */
export const CLOSE = messages.close;

/** Leaves a question or a form; nothing is done. */
export const GO_BACK = messages.goBack;
