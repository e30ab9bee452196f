import { partsInWords } from "@sakhi/domain/brands/page-gate.rules";
import { CATEGORIES, MODULE_OF_COMPANY_TYPE, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { placeOfAddress } from "@sakhi/domain/catalogue/place.rules";
import { CorrectApplicationDto } from "@sakhi/domain/listings/correct-application.dto";
import { APPLICATION_LIFECYCLE } from "@sakhi/domain/listings/listing.states";
import {
  ApplicationReasonDto,
  ApproveApplicationDto,
  AskForPageDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { changedApplicationFields } from "@sakhi/domain/operator/correction.rules";
import { canChange, canTransition } from "@sakhi/domain/payments/lifecycle.states";
import { ArchiveX, CircleCheck, CircleX, MailQuestion, PencilLine } from "lucide-react";
import { useRef, useState } from "react";
import {
  type ApplicationDetails,
  useApproveApplicationMutation,
  useAskForPageMutation,
  useCorrectApplicationMutation,
  useRejectApplicationMutation,
  useWithdrawApplicationMutation,
} from "../../../api/admin-api";
import { apiErrorOf } from "../../../api/failure";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { CorrectionChanges } from "../parts/correction-changes";
import { momentOf } from "../parts/labels";
import { refundFields, refundText } from "../parts/refund-choice";
import { strings } from "./listings.strings";

type Props = SubjectProps<ApplicationDetails>;

const publicReasonField = { name: "reason", label: strings.reason, help: strings.reasonReported, lines: 3 } as const;

/** Approves an application. If a brand of that name is listed, the operator decides whether it is the same. */
function Approve({ subject, onClose }: Props) {
  const [approve] = useApproveApplicationMutation();
  const { id, brandName, sameName, looksLike, companyType } = subject;
  const { state: pageState = "none", lacks = [] } = subject.page ?? {};
  // What was accepted of her page is published as it is.
  const isAccepted = pageState === "accepted";
  const asksForPictures = !isAccepted && pageState !== "sent" && lacks.includes("picture");
  // As when the dialog opened: what the operator does not change is not sent.
  const [page] = useState(() => pageOf(subject));
  const texts = strings.approve;
  const module = MODULE_OF_COMPANY_TYPE[companyType];
  const categories = CATEGORIES.filter((category) => category.module === module).map(({ name }) => name);
  // The name that the server said looks like another brand's: the second press lists it all the same.
  const seen = useRef<string>(undefined);
  return (
    <ActionDialog<ApproveApplicationDto>
      title={texts.title(brandName)}
      wide
      dto={ApproveApplicationDto}
      initial={{ ...page, reason: "" }}
      lead={
        <>
          {looksLike !== undefined && <p>{texts.looksLike(looksLike.brandName)}</p>}
          {pageState === "sent" && <p>{texts.pageWaits}</p>}
          {isAccepted && <p>{texts.pageAccepted}</p>}
        </>
      }
      fields={({ joinBrandId }) => [
        ...(sameName === undefined
          ? []
          : [
              {
                name: "joinBrandId",
                label: texts.same,
                optional: true,
                options: [
                  ["", texts.another],
                  [sameName.brandId, texts.join(sameName.brandName)],
                ],
              } as const,
            ]),
        ...(joinBrandId
          ? []
          : [
              {
                name: "publishAs",
                label: texts.publishAs,
                help: sameName === undefined ? texts.publishAsHelp(brandName) : texts.publishAsTaken,
                optional: true,
                input: { autoComplete: "off" },
              } as const,
            ]),
        ...(asksForPictures
          ? [
              {
                name: "noPictures",
                label: texts.noPictures,
                optional: true,
                flag: true,
                options: [
                  ["", texts.picturesAwaited],
                  ["true", texts.hasNoPictures],
                ],
              } as const,
            ]
          : []),
        { name: "category", label: texts.category, options: categories.map((name) => [name, name] as const) },
        // The brand that it joins has a page of its own.
        ...(joinBrandId || isAccepted
          ? []
          : ([
              {
                name: "place",
                label: texts.place,
                help: page.place === "" ? texts.placeUnknown : texts.placeHelp,
                input: { autoComplete: "off" },
              },
              { name: "websiteUrl", label: texts.websiteUrl, input: LINK },
              { name: "instagramUrl", label: texts.instagramUrl, input: LINK },
              { name: "facebookUrl", label: texts.facebookUrl, input: LINK },
              { name: "linkedinUrl", label: texts.linkedinUrl, input: LINK },
            ] as const)),
        ...(isAccepted ? [] : [{ name: "story", label: texts.story, lines: 5 } as const]),
        { name: "reason", label: strings.reason, help: strings.reasonKept, optional: true, lines: 2 },
      ]}
      consequence={({ joinBrandId, publishAs }) =>
        joinBrandId && sameName !== undefined
          ? texts.consequenceJoin(sameName.brandName)
          : texts.consequence(publishAs?.trim() || brandName)
      }
      texts={texts}
      run={async ({ joinBrandId, publishAs, reason, noPictures, ...values }) => {
        const name = publishAs ?? brandName;
        const looksAlikeSeen = joinBrandId === undefined && seen.current === name ? true : undefined;
        try {
          const { category, story = page.story } = values;
          const ownPage = joinBrandId === undefined && !isAccepted;
          const pictures = asksForPictures ? { noPictures: noPictures ?? false } : {};
          const corrected = changesOf(page, ownPage ? values : { category, story });
          const approveApplicationDto = { joinBrandId, publishAs, looksAlikeSeen, reason, ...pictures, ...corrected };
          await approve({ id, approveApplicationDto }).unwrap();
        } catch (error) {
          if (apiErrorOf(error).code === "brand_looks_alike") seen.current = name;
          throw error;
        }
        return texts.done((joinBrandId ? sameName?.brandName : publishAs) ?? brandName);
      }}
      onClose={onClose}
    />
  );
}

const LINK = { inputMode: "url", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** What the page will say, as the applicant gave it: the place is read from her address. */
function pageOf({ companyType, businessCategory, form }: ApplicationDetails) {
  const { story, websiteUrl = "", instagramUrl = "", facebookUrl = "", linkedinUrl = "" } = form;
  const module = MODULE_OF_COMPANY_TYPE[companyType];
  return {
    category: resolveCategory(module, businessCategory)?.name ?? businessCategory,
    place: placeOfAddress(form.businessAddress) ?? "",
    ...{ story, websiteUrl, instagramUrl, facebookUrl, linkedinUrl },
  };
}

type ReviewedPage = ReturnType<typeof pageOf>;

/** What the operator corrected, and the place that she confirmed. An empty text removes a detail. */
function changesOf(page: ReviewedPage, values: Partial<ReviewedPage>): Partial<ReviewedPage> {
  const changed = Object.entries(values).filter(
    ([field, value]) => field === "place" || value !== page[field as keyof ReviewedPage],
  );
  return Object.fromEntries(changed.filter(([field]) => field in page)) as Partial<ReviewedPage>;
}

/** Mails the owner what her page lacks, with the link to it. */
function AskForPage({ subject: { id, brandName, page, pageAskedAt }, onClose }: Props) {
  const [askForPage] = useAskForPageMutation();
  const texts = strings.askForPage;
  const lacks = page?.lacks ?? [];
  return (
    <ActionDialog<AskForPageDto>
      title={texts.title(brandName)}
      dto={AskForPageDto}
      initial={{ note: "" }}
      fields={() => [{ name: "note", label: texts.note, help: texts.noteHelp, optional: true, lines: 3 }]}
      consequence={() =>
        [
          lacks.length === 0 ? texts.complete : texts.consequence(partsInWords(lacks)),
          ...(pageAskedAt === undefined ? [] : [texts.asked(momentOf(pageAskedAt))]),
        ].join(" ")
      }
      texts={texts}
      run={async ({ note }) => {
        await askForPage({ id, askForPageDto: { note } }).unwrap();
        return texts.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Reject({ subject: { id, brandName, kind }, onClose }: Props) {
  const [reject] = useRejectApplicationMutation();
  const texts = strings.reject;
  const paid = kind === "paid";
  return (
    <ReasonDialog
      title={texts.title(brandName)}
      danger
      dto={ApplicationReasonDto}
      field={publicReasonField}
      consequence={paid ? texts.paid : texts.melaFree}
      texts={texts}
      run={async (reason) => {
        await reject({ id, applicationReasonDto: { reason } }).unwrap();
        return paid ? texts.donePaid(brandName) : texts.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Withdraw({ subject: application, onClose }: Props) {
  const { id, brandName, kind, state, refundable = 0 } = application;
  const [withdraw] = useWithdrawApplicationMutation();
  const texts = strings.withdraw;
  const paid = refundable > 0;
  return (
    <ActionDialog<WithdrawApplicationDto>
      title={texts.title(brandName)}
      danger
      dto={WithdrawApplicationDto}
      initial={{ reason: "" }}
      fields={(values) => [...(paid ? refundFields(values) : []), publicReasonField]}
      consequence={(values) =>
        [
          state === "live" ? texts.live : texts.waiting,
          paid ? refundText(values, refundable) : texts.unpaid,
          texts.announced,
          ...(kind === "mela_free" ? [texts.offer] : []),
        ].join(" ")
      }
      texts={texts}
      run={async ({ refund, refundAmount, reason }) => {
        const done = await withdraw({ id, withdrawApplicationDto: { reason, refund, refundAmount } }).unwrap();
        return done.refundAmount === undefined ? texts.done(brandName) : texts.doneRefund(brandName, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

/** The corrected values: a GST number replaces the other document. */
function corrected({ govtDocument, ...others }: Partial<CorrectApplicationDto>) {
  return hasGstNumber(others) ? others : { ...others, govtDocument };
}

const hasGstNumber = ({ gstNumber = "" }: Partial<CorrectApplicationDto>): boolean => gstNumber.trim() !== "";

function Correct({ subject: application, onClose }: Props) {
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
            changed={changedApplicationFields(before, after)}
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

const ACTIONS = {
  correct: { label: strings.correct.button, Icon: PencilLine, Dialog: Correct },
  withdraw: { label: strings.withdraw.button, Icon: ArchiveX, Dialog: Withdraw },
  askForPage: { label: strings.askForPage.button, Icon: MailQuestion, Dialog: AskForPage },
  reject: { label: strings.reject.button, Icon: CircleX, Dialog: Reject },
  approve: { label: strings.approve.button, Icon: CircleCheck, Dialog: Approve, main: true },
} as const;

/** Actions available in an application's state. */
export function ApplicationActions({ application }: { readonly application: ApplicationDetails }) {
  const { state, kind, page } = application;
  // A paid application under review is rejected instead, which refunds the fee.
  const mayWithdraw =
    canTransition(APPLICATION_LIFECYCLE, "withdrawn", state) && !(state === "under_review" && kind === "paid");
  const actions = [
    ...(canChange(APPLICATION_LIFECYCLE, "corrected", state) ? [ACTIONS.correct] : []),
    ...(mayWithdraw ? [ACTIONS.withdraw] : []),
    // Not while it is the operator's turn.
    ...(page !== undefined && page.lacks.length > 0 && page.state !== "sent" ? [ACTIONS.askForPage] : []),
    ...(canTransition(APPLICATION_LIFECYCLE, "rejected", state) ? [ACTIONS.reject] : []),
    ...(canTransition(APPLICATION_LIFECYCLE, "approved", state) ? [ACTIONS.approve] : []),
  ];
  return <ActionButtons subject={application} actions={actions} />;
}
