import type { MyBooking } from "../../api/mela-api";
import { useChooseMyBookingLanguageMutation } from "../../api/whatsapp-api";
import { MailLanguage } from "../../shared/mail-language";

interface Props {
  readonly language: MyBooking["language"];
  readonly onChanged: (booking: MyBooking) => void;
}

/** The language of the booking's mails, calendar and invoices. */
export function BookingLanguage({ language, onChanged }: Props) {
  const [choose] = useChooseMyBookingLanguageMutation();
  return <MailLanguage language={language} choose={(chosen) => choose({ language: chosen })} onChanged={onChanged} />;
}
