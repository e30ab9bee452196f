import { Button, type ButtonProps } from "@chakra-ui/react";
import { Link } from "react-router-dom";

interface LinkButtonProps extends ButtonProps {
  readonly to: string;
  readonly label: string;
}

/** A link to another page of the site, styled as a button. */
export function LinkButton({ to, label, ...button }: LinkButtonProps) {
  return (
    <Button asChild {...button}>
      <Link to={to}>{label}</Link>
    </Button>
  );
}
