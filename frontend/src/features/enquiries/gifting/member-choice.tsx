import { chakra, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { strings } from "./gifting.strings";

/** Yes or no; neither is chosen beforehand. */
export function MemberChoice({
  error,
  registration,
}: {
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
}) {
  const id = useId();
  return (
    <chakra.div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error !== undefined}
      aria-required
      display="grid"
      gap="1.5"
    >
      <chakra.span id={`${id}-label`} fontWeight="600">
        {strings.member}
      </chakra.span>
      <Flex gap="3" wrap="wrap">
        {(["yes", "no"] as const).map((choice) => (
          <chakra.label
            key={choice}
            display="flex"
            alignItems="center"
            gap="2.5"
            minHeight="3rem"
            minWidth="7rem"
            px="4"
            bg="card"
            borderRadius="card"
            borderWidth="1.5px"
            borderStyle="solid"
            borderColor={error === undefined ? "edge" : "alarm.text"}
            cursor="pointer"
            css={{
              "&:has(input:checked)": { borderColor: "indigo.text", bg: "indigo.soft" },
              "& input": { width: "1.25rem", height: "1.25rem", accentColor: "{colors.rani.solid}" },
            }}
          >
            <input type="radio" value={choice} {...registration} />
            {strings.memberChoices[choice]}
          </chakra.label>
        ))}
      </Flex>
      {error !== undefined && (
        <chakra.span
          id={`${id}-error`}
          aria-live="polite"
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          color="alarm.text"
          fontSize="0.9375rem"
          fontWeight="600"
        >
          <CircleAlert size={16} aria-hidden />
          {error}
        </chakra.span>
      )}
    </chakra.div>
  );
}
