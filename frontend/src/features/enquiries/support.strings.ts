import { ENQUIRY_RESPONSES } from "@sakhi/domain/enquiries/enquiry.rules";
import messages from "@sakhi/domain/generated/messages/en/support";
import { PATHS } from "@sakhi/domain/site/routes";
import { FIND } from "../../shared/find";

/** A frequently asked question. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: { readonly to: string; readonly label: string };
}

const { entrepreneur, training, cost } = messages.questions;
const questions: readonly Question[] = [
  { id: "entrepreneur", ...entrepreneur, link: { to: PATHS.join, label: entrepreneur.link } },
  { id: "training", ...training },
  { id: "cost", ...cost, link: { to: PATHS.terms, label: cost.link } },
];

/** Texts of /support. The toasts' titles and default texts are specified (section 8). */
export const strings = {
  ...messages,
  find: FIND,
  toasts: {
    success: { title: messages.toasts.sent, description: ENQUIRY_RESPONSES.support },
    failure: messages.toasts.failure,
  },
  questions,
} as const;
