import { chakra, Grid } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useId } from "react";
import type { ApplicationDetails } from "../../../api/review-api";
import type { Fact } from "../parts/panel";
import { Chip, Facts } from "../parts/panel";
import { shownPhone } from "../parts/registration-labels";
import { spoken } from "../parts/spoken";
import { dayOf, momentOf } from "../parts/when";
import { STATE_TONES } from "./listings-query";
import { strings } from "./listings.strings";

const names = strings.dialog.facts;

/** A fact only where there is one. */
function given(name: string, value: string | undefined): Fact[] {
  return value === undefined || value === "" ? [] : [[name, value]];
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <chakra.h3 id={id} textStyle="h3" mb="2">
        {title}
      </chakra.h3>
      {children}
    </chakra.section>
  );
}

/** What was handed in, and how it stands. */
export function ApplicationFacts({ application }: { readonly application: ApplicationDetails }) {
  const { form, kind, state, liveFrom, liveUntil, reviewSince } = application;
  const yesNo = (yes: boolean) => (yes ? strings.dialog.yes : strings.dialog.no);
  const status: Fact[] = [
    [
      names.state,
      <Chip key="state" tone={STATE_TONES[state]}>
        {strings.states[state]}
      </Chip>,
    ],
    [names.kind, strings.kinds[kind]],
    [names.handedIn, momentOf(application.createdAt)],
    ...given(
      names.reviewSince,
      state === "under_review" && reviewSince !== undefined ? momentOf(reviewSince) : undefined,
    ),
    ...given(names.liveFrom, liveFrom === undefined ? undefined : dayOf(liveFrom)),
    ...given(names.liveUntil, liveUntil === undefined ? undefined : dayOf(liveUntil)),
    ...given(names.stall, application.booking?.stallId),
    ...given(names.decision, application.decisionReason),
  ];
  const applicant: Fact[] = [
    [names.name, application.fullName],
    [names.email, application.email],
    [names.phone, shownPhone(application.phoneNumber)],
    [names.whatsapp, shownPhone(form.whatsappNumber)],
    [names.contact, shownPhone(form.whatsappBusinessContact)],
    [names.address, form.businessAddress],
  ];
  const business: Fact[] = [
    [names.company, strings.companies[application.companyType]],
    [names.category, application.businessCategory],
    [names.stage, spoken(form.businessStage)],
    [names.type, spoken(form.businessType)],
    ...given(names.gst, form.gstNumber),
    ...given(names.document, form.govtDocument),
    ...given(names.pan, form.panNumber),
    ...given(names.website, form.websiteUrl),
    ...given(names.instagram, form.instagramUrl),
    ...given(names.facebook, form.facebookUrl),
    ...given(names.linkedin, form.linkedinUrl),
    ...given(names.group, form.whatsappGroupLink),
    [names.startup, yesNo(form.isStartup)],
    [names.popups, yesNo(form.interestedInPopups)],
    ...given(names.events, form.previousParticipation.join(", ")),
    [names.heard, spoken(form.hearAboutUs)],
  ];
  return (
    <Grid gap="5">
      <Part title={strings.dialog.application}>
        <Facts facts={status} minWidth="13rem" />
      </Part>
      <Part title={strings.dialog.applicant}>
        <Facts facts={applicant} minWidth="13rem" />
      </Part>
      <Part title={strings.dialog.business}>
        <Facts facts={business} minWidth="13rem" />
      </Part>
      <Part title={strings.dialog.story}>
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="text">
          {form.story}
        </chakra.p>
      </Part>
    </Grid>
  );
}
