import { Text, type TextProps } from "@chakra-ui/react";
import { PageHeading } from "./page";

/** Opening of a designed page: kicker, heading and lead. */
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

/** Short line above a heading. */
export function Kicker(props: TextProps) {
  return <Text color="rani.text" fontWeight="600" {...props} />;
}
