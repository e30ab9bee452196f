import { Button } from "@chakra-ui/react";
import type { ComponentProps } from "react";

/** A button that can be inactive (aria-disabled) without losing the focus, as it would with `disabled`. */
export function SteadyButton({
  inactive,
  onClick,
  ...button
}: ComponentProps<typeof Button> & { readonly inactive: boolean }) {
  return (
    <Button
      {...button}
      aria-disabled={inactive}
      onClick={(event) => {
        // Also prevents submitting the form, by click or by Enter.
        if (inactive) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
