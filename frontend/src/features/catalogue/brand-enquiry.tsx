import { GridItem, Text } from "@chakra-ui/react";
import { BrandEnquiryDto } from "@sakhi/domain/enquiries/brand-enquiry.dto";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { PATHS } from "@sakhi/domain/site/routes";
import { useEffect, useRef, useState } from "react";
import { useSubmitToBrandMutation } from "../../api/enquiries-api";
import { userMessage } from "../../api/failure";
import { EnquiryForm, type EnquiryField } from "../../shared/enquiry-form";
import { pageAddress } from "../../ui/language";
import { RequiredCheckbox } from "../../ui/options";
import { useToasts } from "../../ui/toast";
import { strings } from "./brand-enquiry.strings";

/** The form's values; the brand is added when it is sent. */
type Values = {
  [Field in Exclude<keyof Required<BrandEnquiryDto>, "lastName" | "consent" | "module" | "brandName">]: string;
} & { readonly consent: boolean; readonly module: CatalogueModule; readonly brandName: string };

const { fields } = strings;
const FIELDS: readonly EnquiryField<Values>[] = [
  { name: "firstName", label: fields.name, input: { autoComplete: "name" }, wide: true },
  { name: "email", label: fields.email, input: { autoComplete: "email", type: "email", inputMode: "email" } },
  {
    name: "phone",
    label: fields.phone,
    optional: strings.optional,
    input: { autoComplete: "tel", type: "tel", inputMode: "tel" },
  },
  { name: "message", label: fields.message, help: strings.messageHelp, lines: 5, wide: true },
];

/** The form on a brand's page: its owner gets the message by mail, and her address is shown to nobody. */
export function BrandEnquiry({
  module,
  brandName,
  message,
}: {
  readonly module: CatalogueModule;
  readonly brandName: string;
  /** How the message begins: the product that it is about. */
  readonly message: string;
}) {
  const { dismissToast, showToast } = useToasts();
  const [submit] = useSubmitToBrandMutation();
  const [sent, setSent] = useState<string>();
  const done = useRef<HTMLParagraphElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that opened the form is gone.
    box.current?.querySelector<HTMLElement>("input")?.focus();
  }, []);
  useEffect(() => {
    if (sent !== undefined) done.current?.focus();
  }, [sent]);
  if (sent !== undefined) {
    return (
      <Text ref={done} tabIndex={-1} role="status" fontWeight="600" _focusVisible={{ outline: "none" }}>
        {sent}
      </Text>
    );
  }
  return (
    <div ref={box}>
      <EnquiryForm<Values>
        dto={BrandEnquiryDto}
        empty={{
          ...{ firstName: "", email: "", phone: "", message, website: "" },
          ...{ consent: false, module, brandName },
        }}
        fields={FIELDS}
        more={(register, errors) => (
          <GridItem colSpan={{ base: 1, sm: 2 }}>
            <RequiredCheckbox error={errors.consent?.message} {...register("consent")}>
              <span>{strings.consent(brandName)}</span>
              <a href={pageAddress(PATHS.privacy)} target="_blank" rel="noopener">
                {strings.privacy}
              </a>
            </RequiredCheckbox>
          </GridItem>
        )}
        texts={strings}
        send={async (values, headers) => {
          dismissToast();
          const brandEnquiryDto = values as BrandEnquiryDto;
          const { message } = await submit({ brandEnquiryDto, ...headers }).unwrap();
          setSent(message);
        }}
        onFailure={(error) => {
          showToast({ kind: "error", title: strings.failed, description: userMessage(error, strings.failedText) });
        }}
      />
    </div>
  );
}
