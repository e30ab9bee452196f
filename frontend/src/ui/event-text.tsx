import { englishOf, sentenceParts, type ShownTexts } from "@sakhi/domain/events/event-sentence";
import { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";
import { Fragment, type ReactNode } from "react";
import { useEventFacts } from "../api/event-facts";

interface EventTextProps {
  /** A text of the event, or a sentence with some of them. */
  readonly children: string | undefined;
  /** The event, where it is not the one that this part of the page is about. */
  readonly of?: ShownTexts | undefined;
}

function Marked({ children = "", of }: EventTextProps): ReactNode {
  const facts = useEventFacts();
  const parts = sentenceParts(children, englishOf(of ?? facts));
  return parts.map(({ text, isEnglish }, index) => (
    // Parts of one sentence, in their order.
    <Fragment key={index}>{isEnglish ? <span lang="en">{text}</span> : text}</Fragment>
  ));
}

/**
 * Says an event's name, place or gate, or a sentence with them, in the language that each is in: what an operator has said in English
 * only is marked as English on a page in another language, so that it is pronounced as such. Whatever the public pages show
 * of an event passes here (event-texts.spec.ts); an English page has nothing to mark.
 */
export const EventText: (props: EventTextProps) => ReactNode = IS_ENGLISH ? ({ children }) => children : Marked;
