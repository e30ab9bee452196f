import { Text } from "@chakra-ui/react";
import type { WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { useState } from "react";
import { userMessage } from "../../api/failure";
import {
  useChooseMyBookingWhatsappMutation,
  useChooseMyBrandWhatsappMutation,
  type WhatsappChoice as Choice,
} from "../../api/whatsapp-api";
import { Part } from "../../ui/outcome";
import { formatPhone } from "../../ui/phone";
import { indianMoment } from "../refund-label";
import { WhatsappTick } from "./whatsapp-tick";
import { strings } from "./whatsapp.strings";

interface ChoiceProps<Answer> {
  readonly choice: Choice;
  readonly onChanged: (answer: Answer) => void;
}

/** Agrees to messages by WhatsApp, or ends them, with one press. */
function Choosing<Answer>({
  choice: { phone, consent, givenAt },
  choose,
  onChanged,
}: ChoiceProps<Answer> & {
  readonly choose: (version?: WhatsappConsentVersion) => Promise<{ readonly data?: Answer; readonly error?: unknown }>;
}) {
  // What is being saved.
  const [wanted, setWanted] = useState<boolean>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const set = async (ticked: boolean): Promise<void> => {
    setWanted(ticked);
    setProblem(undefined);
    const { data, error } = await choose(ticked ? consent : undefined);
    setWanted(undefined);
    if (data === undefined) {
      setProblem(userMessage(error, strings.failed));
      return;
    }
    setSaid(ticked ? strings.started : strings.ended);
    onChanged(data);
  };
  return (
    <Part id="whatsapp" title={strings.title}>
      <Text fontWeight="600">{strings.number(formatPhone(phone))}</Text>
      <Text color="muted">{givenAt === undefined ? strings.notGiven : strings.given(indianMoment(givenAt))}</Text>
      <WhatsappTick
        version={consent}
        ticked={wanted ?? givenAt !== undefined}
        inactive={wanted !== undefined}
        onTick={(ticked) => void set(ticked)}
      />
      <Text role="status" mt="2" fontWeight="600">
        {problem === undefined ? said : undefined}
      </Text>
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
    </Part>
  );
}

/** The choice of a booking's holder. */
export function BookingWhatsapp(props: ChoiceProps<NonNullable<ReturnType<typeof useBooking>[1]["data"]>>) {
  const [choose] = useBooking();
  return <Choosing {...props} choose={(version) => choose(bodyOf(version))} />;
}
const useBooking = useChooseMyBookingWhatsappMutation;

/** The choice of a brand's owner. */
export function BrandWhatsapp(props: ChoiceProps<NonNullable<ReturnType<typeof useBrand>[1]["data"]>>) {
  const [choose] = useBrand();
  return <Choosing {...props} choose={(version) => choose(bodyOf(version))} />;
}
const useBrand = useChooseMyBrandWhatsappMutation;

const bodyOf = (whatsappConsent: WhatsappConsentVersion | undefined) =>
  whatsappConsent === undefined ? {} : { whatsappConsent };
