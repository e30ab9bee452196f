import labels from "@sakhi/domain/generated/messages/en/admin-mail-labels";
import { humanize } from "../parts/labels";

const KNOWN: Readonly<Partial<Record<string, string>>> = labels;

/** The name of a mail's template; one without a label is its name in words. */
export const mailLabel = (template: string): string => KNOWN[template] ?? humanize(template);
