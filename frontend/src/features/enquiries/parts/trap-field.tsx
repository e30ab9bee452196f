import { chakra } from "@chakra-ui/react";
import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * A field that nobody sees, hears or reaches with the keyboard: what fills it in is a bot, and its enquiry is kept
 * aside. Off the page rather than hidden, for bots leave hidden fields alone; marked so that neither browsers nor
 * password managers fill it in.
 */
export function TrapField({
  label,
  registration,
}: {
  readonly label: string;
  readonly registration: UseFormRegisterReturn;
}) {
  return (
    <chakra.div
      aria-hidden
      position="absolute"
      insetInlineStart="0"
      top="0"
      width="1px"
      height="1px"
      overflow="hidden"
      clipPath="inset(50%)"
    >
      <label>
        {label}
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          {...registration}
        />
      </label>
    </chakra.div>
  );
}
