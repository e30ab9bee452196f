import { websiteAddress } from "../catalogue/web-addresses.js";
import { INDIAN_MOBILE, readIndianMobile } from "../fields/identifiers.js";
import { isolated } from "../fields/isolation.js";
import messages from "../generated/messages/en/asking.js";

/** Shortest and longest telephone number with its country, in digits (E.164). */
const NUMBER = /^[1-9]\d{7,14}$/;
/** What has no number, but opens a chat with the business: a link that WhatsApp Business makes. */
const MESSAGE_LINK = /^\/message\/[A-Za-z0-9]{4,40}\/?$/;

/**
 * The address that opens a chat on WhatsApp with what is typed in it. Groups and channels are no chat with the brand, and a
 * WhatsApp Business link takes no text.
 *
 * @param address a brand's WhatsApp as it is stored: a link, or a number as people write it
 * @returns undefined if it opens no chat with the brand
 */
export function whatsAppChat(address: string | null | undefined, text: string): string | undefined {
  const given = address?.trim() ?? "";
  if (given === "") return undefined;
  const typed = readIndianMobile(given);
  if (INDIAN_MOBILE.test(typed)) return chatWith(`91${typed}`, text);
  const link = websiteAddress(given) ?? "";
  if (!URL.canParse(link)) return undefined;
  const { hostname, pathname, searchParams } = new URL(link);
  const host = hostname.replace(/^(?:www|api|web)\./, "");
  if (host === "wa.me") {
    if (MESSAGE_LINK.test(pathname)) return `https://wa.me${pathname}`;
    return chatWith(digitsOf(pathname.replace(/^\/c\//, "/")), text);
  }
  return host === "whatsapp.com" && pathname.startsWith("/send")
    ? chatWith(digitsOf(searchParams.get("phone") ?? ""), text)
    : undefined;
}

/** The address that lets somebody choose whom to send a text on WhatsApp. */
export const whatsAppShare = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** @param text as in a link: a blank is escaped */
const digitsOf = (text: string): string => text.replaceAll(/%20|[\s/+()-]/g, "");

function chatWith(number: string, text: string): string | undefined {
  return NUMBER.test(number) ? `https://wa.me/${number}?text=${encodeURIComponent(text)}` : undefined;
}

/** What somebody asks about. */
interface Asked {
  readonly brand: string;
  /** The product's name, and its price as it is shown; absent for the brand as a whole. */
  readonly product?: { readonly name: string; readonly price?: string | undefined } | undefined;
  /** Absolute address of its page; "" where it is not known. */
  readonly url: string;
}

/** The text of a question on WhatsApp, for the sender to complete. */
export function askingText({ brand, product, url }: Asked): string {
  const price = product?.price === undefined ? "" : ` (${product.price})`;
  const named = { brand: isolated(brand) };
  const text =
    product === undefined
      ? messages.aboutPage(named)
      : messages.aboutProduct({ ...named, product: `${isolated(product.name)}${price}` });
  return url === "" ? text : `${text}: ${url}`;
}
