import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/product";
import { CLOSE } from "../ui/leave";

/** Texts of a product: on its page and in its dialog. */
export const strings = {
  ...messages,
  close: CLOSE,
  picture: (nth: number, total: number) => messages.picture({ number: nth, total }),
  shareText: (name: string, price: string | undefined, brand: string) => {
    if (brand === "") return price ? messages.shareTextUnbranded({ product: isolated(name), price }) : isolated(name);
    return price
      ? messages.shareText({ product: isolated(name), price, brand: isolated(brand) })
      : messages.shareTextUnpriced({ product: isolated(name), brand: isolated(brand) });
  },
} as const;
