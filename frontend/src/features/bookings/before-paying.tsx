import { chakra, Text } from "@chakra-ui/react";
import { eventLine } from "@sakhi/domain/events/event-line";
import { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";
import short from "@sakhi/domain/generated/messages/en/policies-short";
import { ExternalLink } from "lucide-react";
import { type MouseEvent, type Ref, useId } from "react";
import { useEventFacts, useEventPaths } from "../../api/event-facts";
import policies from "../../assets/documents/event-policies.md";
import { Bullets } from "../../ui/bullets";
import { EventText } from "../../ui/event-text";
import { pageAddress } from "../../ui/language";
import { RequiredCheckbox } from "../../ui/options";
import { NewTabHint } from "../../ui/page";
import { strings } from "./mela.strings";

/**
 * Keeps a press from blurring the coupon field: blurring validates the coupon, and a response between press and release
 * would move the pressed element from under the pointer.
 */
const keepsFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;

/** A summary of the policies, taken from the documents, and the checkbox required before paying. */
export function Policies({
  accepted,
  missing,
  onAccept,
  box,
}: {
  readonly accepted: boolean;
  /** The form was submitted without checking the box. */
  readonly missing: boolean;
  readonly onAccept: (accepted: boolean) => void;
  readonly box: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const paths = useEventPaths();
  return (
    <chakra.section aria-labelledby={`${id}-title`}>
      <chakra.h2 id={`${id}-title`} textStyle="h3" mb="2">
        {IS_ENGLISH ? policies.title : short.title}
      </chakra.h2>
      <Bullets points={IS_ENGLISH ? policies.gist : short.points} textStyle="small" gap="1" mb="1" />
      {!IS_ENGLISH && (
        <Text textStyle="small" color="muted" mb="1">
          {short.binding}
        </Text>
      )}
      <chakra.a
        href={pageAddress(`${paths.policies}?tab=refunds`)}
        target="_blank"
        rel="noopener"
        {...keepsFocus}
        display="inline-flex"
        alignItems="center"
        gap="1.5"
        minHeight="tap"
        textStyle="small"
        color="indigo.text"
        textDecoration="underline"
        textUnderlineOffset="3px"
      >
        {strings.policies.full}
        <ExternalLink size={16} aria-hidden />
        <NewTabHint />
      </chakra.a>
      <RequiredCheckbox
        ref={box}
        checked={accepted}
        onChange={(event) => {
          onAccept(event.currentTarget.checked);
          event.currentTarget.focus();
        }}
        error={missing ? strings.policies.missing : undefined}
        {...keepsFocus}
      >
        <chakra.span fontWeight="600">{strings.policies.accept}</chakra.span>
      </RequiredCheckbox>
    </chakra.section>
  );
}

/** The three steps after the registration. */
export function NextSteps({ stallId }: { readonly stallId: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h2 id={id} textStyle="h3" mb="2">
        {strings.next.title}
      </chakra.h2>
      <Bullets as="ol" listStyleType="decimal" points={strings.next.steps(stallId)} textStyle="small" gap="1" />
    </section>
  );
}

/** What is paid for, beside the button that pays: a stall of this event, on these days, in this city. */
export function Bought({ stallId }: { readonly stallId: string }) {
  const facts = useEventFacts();
  return (
    <Text fontWeight="600" overflowWrap="anywhere" data-bought>
      <EventText>{strings.register.bought(stallId, eventLine(facts))}</EventText>
    </Text>
  );
}

/** Who is paid, beside the button that pays. */
export function Payee() {
  const { name, gstin } = useEventFacts().payee;
  return (
    <Text textStyle="small" color="muted">
      {strings.payee.text(name, gstin)}
    </Text>
  );
}
