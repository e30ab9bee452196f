import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { type MyBrand, useAnswerMyContactsMutation } from "../../api/brand-api";
import { useBusy } from "../../ui/busy";
import { card } from "../../ui/card";
import { LabelledFact } from "../../ui/sign";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./my-brand.strings";

const texts = strings.withdrawn;

/** Asks once whether contacts that the page showed without having been asked for may be shown again. */
export function Withdrawn({
  brand: { withdrawn },
  settled,
  onUnsaved,
  onAnswered,
  onFailed,
}: {
  readonly brand: MyBrand;
  /** Saves what is typed in the form below, which the answer's page replaces. @returns undefined if it is not saved */
  readonly settled: () => Promise<number | undefined>;
  readonly onUnsaved: () => void;
  readonly onAnswered: (brand: MyBrand) => void;
  readonly onFailed: (error: unknown) => void;
}) {
  const [answer] = useAnswerMyContactsMutation();
  const [busy, once] = useBusy();
  const [done, setDone] = useState("");
  const send = (show: boolean) =>
    once(async () => {
      if ((await settled()) === undefined) {
        onUnsaved();
        return false;
      }
      const { data, error } = await answer({ show });
      if (data === undefined) onFailed(error);
      else {
        setDone(show ? texts.shown : texts.leftOut);
        onAnswered(data);
      }
      return false;
    });
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
        <SteadyButton inactive={busy} onClick={() => void send(true)}>
          {texts.show}
        </SteadyButton>
        <Button variant="outline" disabled={busy} onClick={() => void send(false)}>
          {texts.leaveOut}
        </Button>
      </Flex>
    </chakra.section>
  );
}
