import { chakra, type HTMLChakraProps } from "@chakra-ui/react";

/** A list with coloured bullets, or numbers with `as="ol"` and a `listStyleType`. */
export function Bullets({ points, ...list }: HTMLChakraProps<"ul"> & { readonly points: readonly string[] }) {
  return (
    <chakra.ul
      display="grid"
      gap="1.5"
      listStyleType="disc"
      ps="5"
      css={{ "& li::marker": { color: "rani.text" } }}
      {...list}
    >
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </chakra.ul>
  );
}
