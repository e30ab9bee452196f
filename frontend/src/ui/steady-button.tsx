import { Button } from "@chakra-ui/react";
import type { ComponentProps } from "react";

/** A button that can be off without losing the focus, as `disabled` would make it: pressed all the same, it does nothing. */
export function SteadyButton({ off, onClick, ...button }: ComponentProps<typeof Button> & { readonly off: boolean }) {
  return (
    <Button
      {...button}
      aria-disabled={off}
      onClick={(event) => {
        // A form is not sent by it, nor by Enter in one of its fields.
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
