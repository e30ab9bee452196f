import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A button with an icon only. */
export function IconButton({
  label,
  icon,
  off = false,
  onClick,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly off?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      variant="outline"
      minWidth="tap"
      minHeight="tap"
      px="2"
      aria-label={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      {icon}
    </Button>
  );
}
