import { FIND } from "../../shared/find";

/** Texts of a page that its owner sees before others do. */
export const lookStrings = {
  title: "How your page will look",
  note: "This is how your page will look. Nobody else sees it before you send it and we accept it.",
  back: "Back to my page",
  opening: "Opening your page...",
  failed: "Your page could not be opened",
  invalidTitle: "This link no longer works",
  invalidText: ["It may be too old, or all links were ended. We can send you a new one."],
  closedTitle: "Closed",
  closedText: "This browser has forgotten your listing.",
  find: FIND,
} as const;
