import { Box, Text } from "@chakra-ui/react";
import { useState } from "react";
import { type MyBrand, useShowMyStallMutation } from "../../api/brand-api";
import { placeInWords } from "../../api/facts-in-words";
import { userMessage } from "../../api/failure";
import { EventText } from "../../ui/event-text";
import { Part } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./my-brand.strings";

const texts = strings.stalls;

/** The owner's stalls of coming events: each is shown on her page, and her brand on the plan, only once she says so. */
export function OwnStalls({
  brand,
  onAnswered,
}: {
  readonly brand: MyBrand;
  readonly onAnswered: (next: MyBrand) => void;
}) {
  const [show, { isLoading }] = useShowMyStallMutation();
  const [problem, setProblem] = useState<string>();
  if (brand.stalls.length === 0) return null;
  const set = async (id: string, shown: boolean): Promise<void> => {
    setProblem(undefined);
    const { data, error } = await show({ id, stallShownDto: { shown } });
    if (data === undefined) setProblem(userMessage(error, strings.failed));
    else onAnswered(data);
  };
  return (
    <Part id="stalls" title={texts.title}>
      {brand.stalls.map(placeInWords).map(({ id, stallId, shown, ...place }) => (
        <Box key={id} mb="4">
          <Text role="status" mb="2">
            <EventText of={place}>{texts[shown ? "shown" : "ask"](stallId, place.eventName, place.dates)}</EventText>
          </Text>
          <SteadyButton
            variant={shown ? "outline" : "solid"}
            inactive={isLoading}
            aria-label={shown ? texts.hideLabel(stallId) : texts.showLabel(stallId)}
            onClick={() => void set(id, !shown)}
          >
            {shown ? texts.hide : texts.show}
          </SteadyButton>
        </Box>
      ))}
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
    </Part>
  );
}
