import { Box } from "@chakra-ui/react";
import type { WaitingPlace } from "../../api/mela-api";
import { useChooseWaitingLanguageMutation } from "../../api/whatsapp-api";
import { MailLanguage } from "../../shared/mail-language";

interface PlaceLanguageProps {
  readonly token: string;
  readonly place: WaitingPlace;
  readonly update: (place: WaitingPlace) => void;
}

/** The language of what is mailed about a place on the waiting list. */
export function PlaceLanguage({ token, place, update }: PlaceLanguageProps) {
  const [choose] = useChooseWaitingLanguageMutation();
  return (
    <Box mt="8">
      <MailLanguage language={place.language} choose={(language) => choose({ token, language })} onChanged={update} />
    </Box>
  );
}
