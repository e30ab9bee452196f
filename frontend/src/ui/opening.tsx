import { Text, type TextProps } from "@chakra-ui/react";
import { PageHeading } from "./page";

/** How a page of its own look begins: a word above the heading, and the lead. */
export function Opening({
  texts,
  leadMargin,
}: {
  readonly texts: { readonly kicker: string; readonly heading: string; readonly lead: string };
  readonly leadMargin?: string;
}) {
  return (
    <>
      <Kicker mb="2">{texts.kicker}</Kicker>
      <PageHeading style="display">{texts.heading}</PageHeading>
      <Text textStyle="lead" mt="4" mb={leadMargin} maxWidth="text">
        {texts.lead}
      </Text>
    </>
  );
}

/** A word or two above a heading. */
export function Kicker(props: TextProps) {
  return <Text color="rani.text" fontWeight="600" {...props} />;
}
