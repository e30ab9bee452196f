import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { type MyBrand, useAnswerMyContactsMutation } from "../../api/brand-api";
import { card } from "../../ui/card";
import { LabelledFact } from "../../ui/sign";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./my-brand.strings";

const texts = strings.withdrawn;

/** Asks once whether contacts that the page showed without having been asked for may be shown again. */
export function Withdrawn({
  brand: { withdrawn },
  onAnswered,
  onFailed,
}: {
  readonly brand: MyBrand;
  readonly onAnswered: (brand: MyBrand) => void;
  readonly onFailed: (error: unknown) => void;
}) {
  const [answer, { isLoading }] = useAnswerMyContactsMutation();
  const [done, setDone] = useState("");
  const send = async (show: boolean) => {
    const { data, error } = await answer({ show });
    if (data === undefined) {
      onFailed(error);
      return;
    }
    setDone(show ? texts.shown : texts.leftOut);
    onAnswered(data);
  };
  if (withdrawn === undefined) {
    return (
      <Text role="status" fontWeight="600" color="leaf.text" mt={done === "" ? undefined : "4"}>
        {done}
      </Text>
    );
  }
  const facts = Object.entries(texts.labels).flatMap(([field, label]) => {
    const value = withdrawn[field as keyof typeof withdrawn];
    return value === undefined ? [] : [[label, value] as const];
  });
  return (
    <chakra.section {...card} aria-labelledby="withdrawn" mt="5" p={{ base: "5", md: "6" }}>
      <chakra.h2 id="withdrawn" textStyle="h3">
        {texts.title}
      </chakra.h2>
      <Text mt="2">{texts.text}</Text>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" }}
        columnGap="8"
        rowGap="3"
        mt="4"
      >
        {facts.map(([label, value]) => (
          <LabelledFact key={label} name={label}>
            <chakra.span overflowWrap="anywhere">{value}</chakra.span>
          </LabelledFact>
        ))}
      </chakra.dl>
      <Flex gap="3" mt="5" direction={{ base: "column", sm: "row" }}>
        <SteadyButton off={isLoading} onClick={() => void send(true)}>
          {texts.show}
        </SteadyButton>
        <Button variant="outline" disabled={isLoading} onClick={() => void send(false)}>
          {texts.leaveOut}
        </Button>
      </Flex>
    </chakra.section>
  );
}
