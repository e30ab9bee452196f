import { Button, Flex } from "@chakra-ui/react";
import { whatsAppShare } from "@sakhi/domain/brands/whatsapp-chat";
import { Check, Copy, Share2 } from "lucide-react";
import { useState } from "react";
import { pageAddress } from "../ui/language";
import { NEW_TAB, NewTabHint } from "../ui/page";
import { SocialSign } from "../ui/social-sign";
import { useCopyText } from "../ui/toast";
import { strings } from "./product.strings";

/** Whether the system has a sheet to share with; desktop browsers may have none. */
const hasSheet = (): boolean => "navigator" in globalThis && typeof navigator.share === "function";

/** Shares a page of the site by the system's sheet; without one, by WhatsApp or as a copied link. */
export function ShareButton({ path, text }: { readonly path: string; readonly text: string }) {
  const copyText = useCopyText();
  const [isOpen, setIsOpen] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const url = globalThis.location.origin + pageAddress(path);
  const share = async () => {
    if (!hasSheet()) {
      setIsOpen(!isOpen);
      return;
    }
    try {
      await navigator.share({ title: text, text, url });
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) setIsOpen(true);
    }
  };
  const copy = async () => {
    if (await copyText(url, undefined, strings.notCopied)) setIsCopied(true);
  };
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        px="5"
        onClick={() => void share()}
        {...(hasSheet() ? {} : { "aria-expanded": isOpen })}
      >
        <Share2 aria-hidden />
        {strings.share}
      </Button>
      {isOpen && (
        <Flex gap="2" wrap="wrap" flexBasis="full" order="9">
          <Button asChild variant="subtle">
            <a href={whatsAppShare(`${text}: ${url}`)} {...NEW_TAB}>
              <SocialSign network="WhatsApp" />
              {strings.shareOnWhatsApp}
              <NewTabHint />
            </a>
          </Button>
          <Button variant="subtle" onClick={() => void copy()}>
            {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
            <span aria-live="polite">{isCopied ? strings.copied : strings.copyLink}</span>
          </Button>
        </Flex>
      )}
    </>
  );
}
