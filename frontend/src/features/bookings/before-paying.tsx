import { Box, chakra } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { CircleAlert, ExternalLink } from "lucide-react";
import { type MouseEvent, type Ref, useId } from "react";
import policies from "../../assets/documents/event-policies.md";
import { Hidden } from "../../ui/page";
import { strings } from "./mela.strings";
import { DecorativeIcon } from "../../ui/sign";

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
  return (
    <chakra.section aria-labelledby={`${id}-title`}>
      <chakra.h2 id={`${id}-title`} textStyle="h3" mb="2">
        {policies.title}
      </chakra.h2>
      <chakra.ul
        listStyleType="disc"
        ps="5"
        textStyle="small"
        css={{ "& li": { mb: "0.25rem" }, "& li::marker": { color: "rani.text" } }}
      >
        {policies.gist.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </chakra.ul>
      <chakra.a
        href={`${PATHS.policies}?tab=refunds`}
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
        <Hidden> {strings.policies.newTab}</Hidden>
      </chakra.a>
      <Box bg={missing ? "alarm.soft" : "sunk"} borderRadius="card" px="4" py="3">
        <chakra.label
          htmlFor={id}
          display="grid"
          gridTemplateColumns="auto 1fr"
          gap="3"
          alignItems="center"
          minHeight="tap"
          fontWeight="600"
          cursor="pointer"
          {...keepsFocus}
        >
          <chakra.input
            ref={box}
            id={id}
            type="checkbox"
            checked={accepted}
            onChange={(event) => {
              onAccept(event.currentTarget.checked);
              event.currentTarget.focus();
            }}
            width="1.5rem"
            height="1.5rem"
            accentColor="rani.solid"
            scrollMarginTop="9rem"
            aria-required
            aria-invalid={missing}
            aria-describedby={missing ? `${id}-missing` : undefined}
          />
          {strings.policies.accept}
        </chakra.label>
        <Box role="alert">
          {missing && (
            <Box
              id={`${id}-missing`}
              display="flex"
              gap="1.5"
              alignItems="center"
              color="alarm.text"
              fontSize="0.9375rem"
              fontWeight="600"
            >
              <DecorativeIcon icon={CircleAlert} size={16} as="span" flexShrink="0" />
              {strings.policies.missing}
            </Box>
          )}
        </Box>
      </Box>
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
      <chakra.ol
        listStyleType="decimal"
        ps="5"
        textStyle="small"
        css={{ "& li": { mb: "0.25rem" }, "& li::marker": { color: "rani.text", fontWeight: "600" } }}
      >
        {strings.next.steps(stallId).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </chakra.ol>
    </section>
  );
}
