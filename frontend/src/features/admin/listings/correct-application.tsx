import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import { CorrectApplicationDto } from "@sakhi/domain/listings/correct-application.dto";
import { useState } from "react";
import { type ApplicationDetails, useCorrectApplicationMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { CorrectionChanges } from "../parts/correction-changes";
import { strings } from "./listings.strings";

/** The corrected values: a GST number replaces the other document. */
function corrected({ govtDocument, ...others }: Partial<CorrectApplicationDto>) {
  return hasGstNumber(others) ? others : { ...others, govtDocument };
}

const hasGstNumber = ({ gstNumber = "" }: Partial<CorrectApplicationDto>): boolean => gstNumber.trim() !== "";

export function Correct({ subject: application, onClose }: SubjectProps<ApplicationDetails>) {
  const [correct] = useCorrectApplicationMutation();
  // The application when the dialog opened: later changes by others must not be overwritten unseen.
  const [seen] = useState(application);
  const { fullName, brandName, email, phoneNumber } = seen;
  const { whatsappBusinessContact, businessAddress, gstNumber, govtDocument } = seen.form;
  const required = { fullName, brandName, email, phoneNumber, whatsappBusinessContact, businessAddress };
  const before = { ...required, gstNumber, govtDocument };
  const texts = strings.correct;
  const { labels } = texts;
  const off = { autoComplete: "off" } as const;
  const phone = { type: "tel", inputMode: "tel", ...off } as const;
  return (
    <ActionDialog<CorrectApplicationDto>
      title={texts.title(brandName)}
      wide
      dto={CorrectApplicationDto}
      initial={{
        ...required,
        ...{ gstNumber: gstNumber ?? "", govtDocument: govtDocument ?? "" },
        ...{ seenAt: seen.updatedAt, reason: "" },
      }}
      fields={(values) => [
        { name: "fullName", label: labels.fullName, input: off },
        { name: "brandName", label: labels.brandName, help: texts.brandHelp, input: off },
        { name: "email", label: labels.email, input: { type: "email", inputMode: "email", ...off } },
        { name: "phoneNumber", label: labels.phoneNumber, input: phone },
        { name: "whatsappBusinessContact", label: labels.whatsappBusinessContact, input: phone },
        { name: "gstNumber", label: labels.gstNumber, optional: true, input: off },
        ...(hasGstNumber(values)
          ? []
          : [{ name: "govtDocument", label: labels.govtDocument, help: texts.documentHelp, input: off } as const]),
        { name: "businessAddress", label: labels.businessAddress, lines: 3 },
        reasonField(),
      ]}
      consequence={(values) => {
        const after = corrected(values);
        return (
          <CorrectionChanges
            fields={APPLICATION_FIELDS}
            changed={changedFields(APPLICATION_FIELDS, "operator", before, after)}
            labels={labels}
            before={before}
            after={after}
            invoices={seen.invoices}
            mail={texts.mail}
          />
        );
      }}
      texts={texts}
      run={async ({ gstNumber, govtDocument, ...given }) => {
        // Sends either the GST number or the other document.
        const correctApplicationDto = gstNumber ? { ...given, gstNumber } : { ...given, govtDocument };
        const done = await correct({ id: seen.id, correctApplicationDto }).unwrap();
        return done.invoiceNumber === undefined
          ? texts.done(given.brandName)
          : texts.reissued(given.brandName, done.invoiceNumber);
      }}
      onClose={onClose}
    />
  );
}
