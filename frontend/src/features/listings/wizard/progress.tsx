import { chakra } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { Hidden } from "../../../ui/page";
import { strings } from "./wizard.strings";

export type Step = 1 | 2 | 3 | 4;
const STEPS: readonly Step[] = [1, 2, 3, 4];

/** The four steps: which is done, which is here, which is to come. Done ones lead back while nothing is handed in. */
export function StepProgress({
  step,
  onBack,
}: {
  readonly step: Step;
  /** Absent where there is no way back. */
  readonly onBack?: ((step: Step) => void) | undefined;
}) {
  return (
    <chakra.ol
      aria-label={strings.progress}
      listStyleType="none"
      p="0"
      display="grid"
      gridTemplateColumns="repeat(4, 1fr)"
      mb={{ base: "5", md: "7" }}
    >
      {STEPS.map((each) => {
        const done = each < step;
        const here = each === step;
        const name = strings.steps[each - 1] ?? "";
        return (
          <chakra.li
            key={each}
            aria-current={here ? "step" : undefined}
            position="relative"
            display="grid"
            justifyItems="center"
            textAlign="center"
            px="0.5"
            css={{
              // The thread between two steps, sewn where it is done.
              "&:not(:first-of-type)::before": {
                content: '""',
                position: "absolute",
                top: "1.25rem",
                insetInlineEnd: "calc(50% + 1.5rem)",
                width: "calc(100% - 3rem)",
                borderTop: "3px",
                borderTopStyle: done || here ? "solid" : "dotted",
                borderColor: done || here ? "rani.solid" : "edge",
              },
            }}
          >
            <Disc each={each} done={done} here={here} name={name} onBack={done ? onBack : undefined} />
            <chakra.span
              aria-hidden={done && onBack !== undefined ? true : undefined}
              fontSize={{ base: "0.875rem", sm: "0.9375rem" }}
              lineHeight="1.25"
              mt="1.5"
              fontWeight={here ? "700" : "400"}
              color={here ? "rani.text" : done ? "ink" : "muted"}
            >
              {name}
              {done && onBack === undefined && <Hidden>, {strings.done}</Hidden>}
            </chakra.span>
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}

function Disc({
  each,
  done,
  here,
  name,
  onBack,
}: {
  readonly each: Step;
  readonly done: boolean;
  readonly here: boolean;
  readonly name: string;
  readonly onBack: ((step: Step) => void) | undefined;
}) {
  const check = {
    display: "grid",
    placeItems: "center",
    width: "2.75rem",
    height: "2.75rem",
    borderRadius: "full",
    borderWidth: "2px",
    borderStyle: "solid",
    borderColor: done || here ? "rani.solid" : "edge",
    bg: here ? "rani.solid" : done ? "rani.soft" : "card",
    color: here ? "rani.on" : done ? "rani.text" : "muted",
    fontFamily: "heading",
    fontWeight: "700",
    fontSize: "1.125rem",
  } as const;
  const content = done ? <Check size={20} strokeWidth={3} aria-hidden /> : each;
  if (onBack === undefined)
    return (
      <chakra.span {...check} aria-hidden>
        {content}
      </chakra.span>
    );
  return (
    <chakra.button
      type="button"
      {...check}
      cursor="pointer"
      _hover={{ bg: "rani.solid", color: "rani.on" }}
      aria-label={strings.back(name)}
      onClick={() => onBack(each)}
    >
      {content}
    </chakra.button>
  );
}
