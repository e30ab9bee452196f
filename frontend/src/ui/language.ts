import about from "@sakhi/domain/generated/messages/en/language";
import {
  FIRST_LANGUAGE,
  languageOfPath,
  type LanguageCode,
  pathIn,
  preferredLanguage,
} from "@sakhi/domain/languages/language-paths";
import type { Location } from "react-router-dom";
import type { History } from "./page-entry";

/** The language that this build of the site is in. */
export const LANGUAGE = about.code as LanguageCode;

/** The address of a page of this build, for links that the router does not make. @param path as specified */
export const pageAddress = (path: string): string => pathIn(LANGUAGE, path);

/** The specified path of an address of this build. */
export const specifiedPath = (address: string): string =>
  LANGUAGE === FIRST_LANGUAGE ? address : languageOfPath(address).path;

type Target = Parameters<History["push"]>[0];

/**
 * The history of a site in another language than English: its pages have the specified addresses for all of our code, and those of
 * the language for the browser. English has no prefix, and the history stays as it is.
 */
export function inLanguage(history: History, language: LanguageCode = LANGUAGE): History {
  if (language === FIRST_LANGUAGE) return history;
  const outside = (to: Target): Target => {
    if (typeof to === "string") return to.startsWith("/") ? pathIn(language, to) : to;
    return to.pathname === undefined ? to : { ...to, pathname: pathIn(language, to.pathname) };
  };
  const inside = (location: Location): Location => ({ ...location, pathname: languageOfPath(location.pathname).path });
  return {
    get action() {
      return history.action;
    },
    get location() {
      return inside(history.location);
    },
    createHref: (to) => history.createHref(outside(to)),
    go: (delta) => history.go(delta),
    push: (to, state, options) => history.push(outside(to), state, options),
    replace: (to, state, options) => history.replace(outside(to), state, options),
    listen: (listener) => history.listen(({ location, delta }) => listener({ location: inside(location), delta })),
  };
}

const CHOSEN = "language";

/** Remembers that a visitor chose a language: she is not offered another. */
export function rememberLanguage(language: LanguageCode): void {
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    // Storage is blocked: she is offered it again.
  }
}

/** The language to offer on an English page: the first of the site's that the browser prefers, if she has not chosen yet. */
export function languageToOffer(): LanguageCode | undefined {
  if (LANGUAGE !== FIRST_LANGUAGE) return undefined;
  const preferred = preferredLanguage(navigator.languages);
  if (preferred === undefined || preferred === LANGUAGE) return undefined;
  try {
    return localStorage.getItem(CHOSEN) === null ? preferred : undefined;
  } catch {
    return undefined;
  }
}
