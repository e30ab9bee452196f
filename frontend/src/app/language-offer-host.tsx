import { lazy, Suspense, useState } from "react";
import { languageToOffer } from "../ui/language";
import { isServer } from "../ui/server";

const LanguageOffer = lazy(async () => ({ default: (await import("./language-offer")).LanguageOffer }));

/** Offers another language to those whose browsers prefer it; its code is loaded only then. */
export function LanguageOfferHost() {
  const [offered] = useState(() => (isServer ? undefined : languageToOffer()));
  return offered === undefined ? null : (
    <Suspense fallback={null}>
      <LanguageOffer language={offered} />
    </Suspense>
  );
}
