import { ENQUIRY_RESPONSES } from "@sakhi/domain/enquiries/enquiry.rules";
import messages from "@sakhi/domain/generated/messages/en/gifting";
import { CLOSE } from "../../ui/leave";

/** Texts of /corporate-gifting. The overlay's titles and default messages are specified (section 8). */
export const strings = {
  ...messages,
  reasons: Object.values(messages.reasons),
  memberChoices: [
    ["yes", messages.memberChoices.yes],
    ["no", messages.memberChoices.no],
  ],
  overlay: { ...messages.overlay, successText: ENQUIRY_RESPONSES.corporate_gifting, close: CLOSE },
} as const;
