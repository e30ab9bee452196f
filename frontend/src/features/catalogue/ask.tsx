import { Button, chakra, Text } from "@chakra-ui/react";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Mail } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { WRITE } from "../../shared/selling-actions";
import { card } from "../../ui/card";
import { lazyPart } from "../../ui/lazy-part";
import { strings } from "./catalogue.strings";

const BrandEnquiry = lazyPart(async () => (await import("./brand-enquiry")).BrandEnquiry);

interface AskProps {
  readonly module: CatalogueModule;
  readonly name: string;
  /** How the message begins; empty by default. */
  readonly message?: string;
}

/** A message to the brand; the form is loaded when it is asked for, here or by a link to its fragment. */
export function Ask({ module, name, message = "" }: AskProps) {
  const texts = strings.brand.ask;
  const { hash, key } = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const section = useRef<HTMLElement>(null);
  const isLinked = hash === `#${WRITE}`;
  // Stays open when the fragment is gone: what is typed is not lost.
  if (isLinked && !isAsking) setIsAsking(true);
  useEffect(() => {
    if (!isLinked) return;
    section.current?.scrollIntoView();
    // Opened before, it does not take the focus by itself.
    section.current?.querySelector<HTMLElement>("input")?.focus();
    // A press on the link counts each time.
  }, [isLinked, key]);
  return (
    <chakra.section
      ref={section}
      {...card}
      id={WRITE}
      aria-labelledby="write-heading"
      scrollMarginTop="7rem"
      mt={{ base: "8", md: "12" }}
      p={{ base: "5", md: "8" }}
    >
      <chakra.h2 id="write-heading" textStyle="h2" overflowWrap="anywhere">
        {texts.title(name)}
      </chakra.h2>
      <Text mt="1" mb="5" maxWidth="text">
        {texts.text}
      </Text>
      {isAsking ? (
        <Suspense fallback={<Text role="status">{texts.loading}</Text>}>
          <BrandEnquiry module={module} brandName={name} message={message} />
        </Suspense>
      ) : (
        <Button variant="outline" onClick={() => setIsAsking(true)}>
          <Mail aria-hidden />
          {texts.button}
        </Button>
      )}
    </chakra.section>
  );
}
