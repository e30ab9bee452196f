import { Button, Flex } from "@chakra-ui/react";
import { askingText, whatsAppChat } from "@sakhi/domain/brands/whatsapp-chat";
import { MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { pageAddress } from "../ui/language";
import { NEW_TAB, NewTabHint } from "../ui/page";
import { SocialSign } from "../ui/social-sign";
import { strings } from "./product.strings";
import { ShareButton } from "./share-button";

/** Fragment of a page's message form, which opens with it. */
export const WRITE = "write";

interface SellingActionsProps {
  readonly brand: string;
  /** The brand's WhatsApp as it is stored. */
  readonly whatsapp: string | null | undefined;
  /** What is asked about; the brand as a whole by default. */
  readonly product?: { readonly name: string; readonly price: string | undefined };
  /** Path of the page that is asked about and shared. */
  readonly path: string;
  /** More ways to buy, after the main one. */
  readonly children?: ReactNode;
}

/** The one strong action of a brand or product, to ask its maker, and the others: Share, her own shop. */
export function SellingActions({ brand, whatsapp, product, path, children }: SellingActionsProps) {
  const { origin } = globalThis.location;
  // Before the site has started, the server does not know its address.
  const chat = whatsAppChat(
    whatsapp,
    askingText({ brand, product, url: origin === "" ? "" : origin + pageAddress(path) }),
  );
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Button asChild size="lg" flexGrow={{ base: "1", md: "0" }}>
        {chat === undefined ? (
          <Link to={`${path}#${WRITE}`}>
            <MessageSquareText aria-hidden />
            {strings.message}
          </Link>
        ) : (
          <a href={chat} {...NEW_TAB}>
            <SocialSign network="WhatsApp" />
            {strings.whatsapp}
            <NewTabHint />
          </a>
        )}
      </Button>
      {children}
      <ShareButton
        path={path}
        text={strings.shareText(product?.name ?? brand, product?.price, product === undefined ? "" : brand)}
      />
    </Flex>
  );
}
