import { isolated } from "@sakhi/domain/fields/isolation";
import { CLOSE } from "../ui/leave";

/** Texts of a product: on its page and in its dialog. */
export const strings = {
  visit: "Visit Shop",
  close: CLOSE,
  by: "By",
  india: "India",
  email: "E-mail",
  phone: "Phone",
  place: "Location",
  paused: "Not available now",
  pictures: "Pictures",
  picture: (nth: number, total: number) => `Picture ${nth} of ${total}`,
  whatsapp: "Ask on WhatsApp",
  message: "Send a message",
  share: "Share",
  shareText: (name: string, price: string | undefined, brand: string) =>
    [isolated(name), price, brand === "" ? undefined : `by ${isolated(brand)}`].filter(Boolean).join(", "),
  shareOnWhatsApp: "Share on WhatsApp",
  copyLink: "Copy the link",
  copied: "Link copied",
  notCopied: { title: "Could not copy", description: "Copy the link from the browser's address bar." },
} as const;
