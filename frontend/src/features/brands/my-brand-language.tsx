import type { MyBrand } from "../../api/brand-api";
import { useChooseMyBrandLanguageMutation } from "../../api/whatsapp-api";
import { MailLanguage } from "../../shared/mail-language";

interface Props {
  readonly language: MyBrand["language"];
  readonly onChanged: (brand: MyBrand) => void;
}

/** The language of the owner's mails and invoices. */
export function BrandLanguage({ language, onChanged }: Props) {
  const [choose] = useChooseMyBrandLanguageMutation();
  return <MailLanguage language={language} choose={(chosen) => choose({ language: chosen })} onChanged={onChanged} />;
}
