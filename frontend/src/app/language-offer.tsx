import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { OFFERS } from "@sakhi/domain/generated/messages/offers";
import { type LanguageCode, pathIn } from "@sakhi/domain/languages/language-paths";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { card } from "../ui/card";
import { rememberLanguage } from "../ui/language";

/** Offers this page in the language that the browser prefers, in that language: once, and it stays as it is if she does nothing. */
export function LanguageOffer({ language }: { readonly language: LanguageCode }) {
  const { pathname, search, hash } = useLocation();
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return null;
  const { text, open, stay } = OFFERS[language];
  return (
    <chakra.section
      {...card}
      lang={language}
      aria-label={text}
      position="fixed"
      zIndex="toast"
      bottom={{ base: "3", md: "6" }}
      insetInlineStart={{ base: "3", md: "6" }}
      insetInlineEnd={{ base: "3", md: "auto" }}
      width={{ md: "26rem" }}
      p="4"
    >
      <Text fontWeight="600">{text}</Text>
      <Flex gap="3" mt="3" wrap="wrap">
        <Button asChild>
          <a href={pathIn(language, pathname + search + hash)} onClick={() => rememberLanguage(language)}>
            {open}
          </a>
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            rememberLanguage("en");
            setIsOpen(false);
          }}
        >
          {stay}
        </Button>
      </Flex>
    </chakra.section>
  );
}
