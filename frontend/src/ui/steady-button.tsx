import { Button } from "@chakra-ui/react";
import type { ComponentProps } from "react";

/** A button that can be off (aria-disabled) without losing the focus, as it would with `disabled`. */
export function SteadyButton({ off, onClick, ...button }: ComponentProps<typeof Button> & { readonly off: boolean }) {
  return (
    <Button
      {...button}
      aria-disabled={off}
      onClick={(event) => {
        // Also prevents submitting the form, by click or by Enter.
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
