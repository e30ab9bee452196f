import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { sheet } from "../../ui/card";

/** A part of the page with a heading of its own. */
export function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <chakra.section aria-labelledby={id} {...sheet} p="5">
      <chakra.h2 id={id} textStyle="h3" mb="3">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}
