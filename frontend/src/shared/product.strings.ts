import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/product";
import { CLOSE } from "../ui/leave";

/** Texts of a product: on its page and in its dialog. */
export const strings = {
  ...messages,
  close: CLOSE,
  picture: (nth: number, total: number) => messages.picture({ number: nth, total }),
  shareText: (name: string, price: string | undefined, brandName: string) => {
    const product = isolated(name);
    const brand = isolated(brandName);
    if (brandName === "") return price ? messages.shareTextUnbranded({ product, price }) : product;
    return price ? messages.shareText({ product, price, brand }) : messages.shareTextUnpriced({ product, brand });
  },
} as const;
