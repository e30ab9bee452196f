import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { PATHS } from "@sakhi/domain/site/routes";
import { useLocation } from "react-router-dom";
import { LANGUAGE, rememberLanguage } from "../ui/language";

/** The other languages of the site, as links to this page in them: another language is another document. */
export function LanguageSwitch(look: HTMLChakraProps<"a">) {
  const { pathname, search } = useLocation();
  // A name in the catalogue may be one of several modules: it belongs to the page's address.
  const module = new URLSearchParams(search).get("module");
  const here = module === null ? pathname : `${pathname}?${new URLSearchParams({ module }).toString()}`;
  // The server renders the personal pages of all events alike, at an address without a name.
  const page = pathname.includes("/:") ? PATHS.home : here;
  return LANGUAGES.filter(({ code }) => code !== LANGUAGE && SITE_LANGUAGES.includes(code)).map(({ code, name }) => (
    <chakra.a
      key={code}
      href={pathIn(code, page)}
      hrefLang={code}
      lang={code}
      onClick={({ currentTarget }) => {
        rememberLanguage(code);
        // Not before: what the server renders is for all visitors of a page, and an address may be a visitor's own.
        const { search: query, hash } = globalThis.location;
        currentTarget.href = pathIn(code, pathname + query + hash);
      }}
      display="grid"
      placeItems="center"
      minHeight="tap"
      minWidth="tap"
      px="1"
      fontWeight="600"
      textDecoration="none"
      flexShrink="0"
      {...look}
    >
      {name}
    </chakra.a>
  ));
}
