import { Box, chakra, Flex } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { NO_PARTICIPATION } from "@sakhi/domain/listings/listing-application.choices";
import { PencilLine } from "lucide-react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { Hidden } from "../../ui/page";
import {
  checkApplication,
  type FormStep,
  STEP_FIELDS,
  type TextName,
  type WizardField,
  type WizardValues,
} from "./application-form";
import { textButton } from "./text-fields";
import { strings } from "./wizard.strings";

function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value;
}

const { product, service, ngo } = strings.companyTypes;
const COMPANY_NAMES = { product: product[0], service: service[0], ngo: ngo[0] };

/** The values as they will be sent. */
function sentValues(values: WizardValues): WizardValues {
  const { application } = checkApplication(values);
  const texts = Object.entries(application).filter(([, value]) => typeof value === "string");
  return { ...values, gstNumber: "", ...(Object.fromEntries(texts) as Partial<Record<TextName, string>>) };
}

/** Formats a field's value; undefined if the field doesn't apply, empty if it wasn't filled in. */
function displayed(field: WizardField, values: WizardValues): string | undefined {
  switch (field) {
    case "gstNumber":
      return values.hasGSTIN === "yes" ? values.gstNumber : undefined;
    case "govtDocument":
      return values.hasGSTIN === "no" ? values.govtDocument : undefined;
    case "companyType":
      return labelOf(COMPANY_NAMES, values.companyType);
    case "businessStage":
      return labelOf(strings.stages, values.businessStage);
    case "businessType":
      return labelOf(strings.types, values.businessType);
    case "hearAboutUs":
      return labelOf(strings.heard, values.hearAboutUs);
    case "hasGSTIN":
    case "isStartup":
    case "interestedInPopups":
      return labelOf(strings.yesNo, values[field]);
    case "phoneNumber":
    case "whatsappNumber":
    case "whatsappBusinessContact":
      return `+91 ${values[field]}`;
    case "previousParticipation":
      return values.previousParticipation
        .map((each) => (each === NO_PARTICIPATION ? strings.noParticipation : each))
        .join(", ");
    case "businessCategory":
      return categoryLabel(values.businessCategory.trim());
    case "consent":
      return values.consent ? strings.given : "";
    default:
      return values[field].trim();
  }
}

function Part({
  step,
  values,
  disabled,
  onChange,
}: {
  readonly step: FormStep;
  readonly values: WizardValues;
  readonly disabled: boolean;
  readonly onChange: () => void;
}) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <Flex justify="space-between" align="center" gap="3" mb="2" wrap="wrap">
        <chakra.h3 id={id} textStyle="h3">
          {strings.headings[step]}
        </chakra.h3>
        <chakra.button
          type="button"
          disabled={disabled}
          onClick={onChange}
          display="inline-flex"
          alignItems="center"
          gap="2"
          {...textButton}
          px="2"
          _disabled={{ opacity: "0.6", cursor: "not-allowed" }}
        >
          <PencilLine size={18} aria-hidden />
          {strings.changeShort}
          <Hidden>{` ${strings.headings[step]}`}</Hidden>
        </chakra.button>
      </Flex>
      <chakra.dl
        borderTopWidth="3px"
        borderTopStyle="dotted"
        borderColor="marigold.solid"
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "minmax(0, 2fr) minmax(0, 3fr)" }}
      >
        {STEP_FIELDS[step].map((field) => {
          const value = displayed(field, values);
          if (value === undefined) return null;
          return (
            <Box key={field} display="contents">
              <chakra.dt color="muted" pt={{ base: "2.5", sm: "2" }} pb={{ sm: "2" }} borderBottomWidth={{ sm: "1px" }}>
                {strings.fields[field]}
              </chakra.dt>
              <chakra.dd
                fontWeight={field === "story" || value === "" ? "400" : "600"}
                color={value === "" ? "muted" : "ink"}
                overflowWrap="anywhere"
                whiteSpace="pre-line"
                pt={{ sm: "2" }}
                pb="2"
                ps={{ sm: "4" }}
                borderBottomWidth="1px"
              >
                {value === "" ? strings.notGiven : value}
              </chakra.dd>
            </Box>
          );
        })}
      </chakra.dl>
    </chakra.section>
  );
}

/** Step 3: all values, with buttons back to their steps (T-076). */
export function Review({
  disabled,
  onChange,
}: {
  readonly disabled: boolean;
  readonly onChange: (step: FormStep) => void;
}) {
  const values = sentValues(useFormContext<WizardValues>().getValues());
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8">
      {([1, 2] as const).map((step) => (
        <Part key={step} step={step} values={values} disabled={disabled} onChange={() => onChange(step)} />
      ))}
    </Box>
  );
}
