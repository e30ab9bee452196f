import { Box, chakra, Grid, GridItem } from "@chakra-ui/react";
import { WIZARD_CATEGORY_NAMES } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import {
  BUSINESS_STAGES,
  BUSINESS_TYPES,
  COMPANY_TYPES,
  type CompanyType,
  HEARD_ABOUT_US,
  NO_PARTICIPATION,
  PREVIOUS_PARTICIPATIONS,
} from "@sakhi/domain/listings/listing-application.choices";
import type { WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { type ReactNode, Suspense, useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { GstWarning } from "../../shared/gst-warning";
import { lazyPart } from "../../ui/lazy-part";
import type { Option } from "../../ui/options";
import type { WizardValues } from "./application-form";
import { CheckboxesField, ConsentField, RadioField, SelectField } from "./choice-fields";
import { PhoneField, TextField } from "./text-fields";
import { strings } from "./wizard.strings";

const both = { base: 1, sm: 2 } as const;

/** Lazy: most sites do not offer it. */
const OfferedTick = lazyPart(async () => (await import("../../shared/whatsapp/offered-tick")).OfferedTick);

/** The box for messages by WhatsApp. */
export interface WhatsappBox {
  readonly ticked: WhatsappConsentVersion | undefined;
  readonly onTick: (version: WhatsappConsentVersion | undefined) => void;
}

/** Step 1: the applicant. */
export function PersonalStep({ whatsapp }: { readonly whatsapp: WhatsappBox }) {
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
      <GridItem colSpan={both}>
        <TextField name="fullName" input={{ autoComplete: "name" }} />
      </GridItem>
      <GridItem colSpan={both}>
        <TextField name="email" input={{ autoComplete: "email", type: "email", inputMode: "email" }} />
      </GridItem>
      <GridItem>
        <PhoneField name="phoneNumber" />
      </GridItem>
      <GridItem>
        <PhoneField name="whatsappNumber" />
        <Suspense fallback={null}>
          <OfferedTick {...whatsapp} />
        </Suspense>
      </GridItem>
      <GridItem colSpan={both}>
        <TextField name="brandName" input={{ autoComplete: "organization" }} />
      </GridItem>
    </Grid>
  );
}

const YES_NO: readonly Option[] = [
  ["yes", strings.yesNo.yes],
  ["no", strings.yesNo.no],
];
const COMPANY_OPTIONS: readonly Option[] = COMPANY_TYPES.map((type) => [type, ...strings.companyTypes[type]]);
const STAGE_OPTIONS: readonly Option[] = BUSINESS_STAGES.map((stage) => [stage, strings.stages[stage]]);
const TYPE_OPTIONS: readonly Option[] = BUSINESS_TYPES.map((type) => [type, strings.types[type]]);
const HEARD_OPTIONS: readonly Option[] = HEARD_ABOUT_US.map((how) => [how, strings.heard[how]]);

const columns = { templateColumns: { base: "minmax(0, 1fr)", sm: "1fr 1fr" }, columnGap: "5", rowGap: "5" };

/** The categories of a company type; none before one is chosen. */
function categoriesOf(companyType: string): readonly string[] {
  const type = COMPANY_TYPES.find((known) => known === companyType);
  return type === undefined ? [] : WIZARD_CATEGORY_NAMES[type satisfies CompanyType];
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.h3
        id={id}
        textStyle="h3"
        mb="4"
        pb="2"
        borderBottomWidth="3px"
        borderBottomStyle="dotted"
        borderColor="marigold.solid"
      >
        {title}
      </chakra.h3>
      <Grid {...columns}>{children}</Grid>
    </chakra.section>
  );
}

/** The company type. Changing it clears a category that doesn't belong to the new type (T-057). */
function CompanyTypeField() {
  const { getValues, setValue } = useFormContext<WizardValues>();
  const clearCategory = (companyType: string) => {
    const chosen = getValues("businessCategory");
    if (chosen === "" || categoriesOf(companyType).includes(chosen)) return;
    setValue("businessCategory", "", { shouldValidate: true, shouldDirty: true });
  };
  return <RadioField name="companyType" options={COMPANY_OPTIONS} onChoose={clearCategory} wide />;
}

/** The categories of the chosen company type. */
function CategoryField() {
  const companyType = useWatch<WizardValues, "companyType">({ name: "companyType" });
  return (
    <SelectField
      // Remount with the options, so that the browser does not keep the previous selection.
      key={companyType}
      name="businessCategory"
      options={categoriesOf(companyType).map((name) => [name, categoryLabel(name)])}
      placeholder={companyType === "" ? strings.chooseTypeFirst : strings.choose}
      disabled={companyType === ""}
    />
  );
}

function Story() {
  const story = useWatch<WizardValues, "story">({ name: "story" });
  return <TextField name="story" lines={6} help={strings.storyCount(story.trim().length)} />;
}

/** The document that `hasGSTIN` requires: a GST number or another one (T-065 to T-067). */
function Documents() {
  const hasGSTIN = useWatch<WizardValues, "hasGSTIN">({ name: "hasGSTIN" });
  const gst = useWatch<WizardValues, "gstNumber">({ name: "gstNumber" });
  if (hasGSTIN === "yes") {
    return (
      <GridItem colSpan={both} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
        <TextField
          name="gstNumber"
          input={{ autoComplete: "off", autoCapitalize: "characters", spellCheck: false, textTransform: "uppercase" }}
        />
        <GstWarning number={gst} />
      </GridItem>
    );
  }
  if (hasGSTIN === "no") {
    return (
      <GridItem colSpan={both}>
        <TextField name="govtDocument" input={{ autoComplete: "off", spellCheck: false }} />
      </GridItem>
    );
  }
  return null;
}

const LINK = {
  type: "text",
  inputMode: "url",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** Step 2: the business. */
export function BusinessStep() {
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="9">
      <Group title={strings.groups.brand}>
        <GridItem colSpan={both}>
          <CompanyTypeField />
        </GridItem>
        <GridItem colSpan={both}>
          <CategoryField />
        </GridItem>
        <SelectField name="businessStage" options={STAGE_OPTIONS} />
        <SelectField name="businessType" options={TYPE_OPTIONS} />
        <GridItem colSpan={both}>
          <Story />
        </GridItem>
      </Group>
      <Group title={strings.groups.documents}>
        <GridItem colSpan={both}>
          <RadioField name="hasGSTIN" options={YES_NO} />
        </GridItem>
        <Documents />
        <GridItem colSpan={both}>
          <TextField name="businessAddress" lines={3} input={{ autoComplete: "street-address" }} />
        </GridItem>
        <GridItem colSpan={both}>
          <TextField
            name="panNumber"
            input={{ autoComplete: "off", autoCapitalize: "characters", spellCheck: false, textTransform: "uppercase" }}
          />
        </GridItem>
      </Group>
      <Group title={strings.groups.links}>
        <PhoneField name="whatsappBusinessContact" />
        <TextField name="whatsappGroupLink" input={{ ...LINK, placeholder: "https://" }} />
        <TextField name="websiteUrl" input={LINK} />
        <TextField name="linkedinUrl" input={LINK} />
        <TextField name="facebookUrl" input={LINK} />
        <TextField name="instagramUrl" input={LINK} />
      </Group>
      <Group title={strings.groups.more}>
        <RadioField name="isStartup" options={YES_NO} />
        <RadioField name="interestedInPopups" options={YES_NO} />
        <GridItem colSpan={both}>
          <CheckboxesField name="previousParticipation" options={PREVIOUS_PARTICIPATIONS} none={NO_PARTICIPATION} />
        </GridItem>
        <GridItem colSpan={both}>
          <SelectField name="hearAboutUs" options={HEARD_OPTIONS} />
        </GridItem>
      </Group>
      <ConsentField />
    </Box>
  );
}
